// cgsd detect: the communities of a graph, written with everything that explains them.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/results/checkpoint.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/io/results/manifest.hpp"
#include "cgsd/io/results/model.hpp"

#include "detect_request.hpp"
#include "detection_report.hpp"

namespace cgsd::app {
namespace {

TrainingHooks hooks_of(const DetectArguments& a, const AttributedGraph& input, const DetectOptions& options,
                       const RunContext& run) {
  TrainingHooks hooks;
  if (a.from_checkpoint.empty() && a.checkpoint_every == 0) return hooks;
  if (options.encoding != Encoding::trained) {
    throw InvalidArgument("checkpoints are of a training, and encoding = diffused trains nothing (see --preset paper)");
  }
  const std::string fingerprint = training_fingerprint(input, options, run);
  if (!a.from_checkpoint.empty()) hooks.resume = read_checkpoint(a.from_checkpoint, fingerprint, run);
  if (a.checkpoint_every == 0) return hooks;
  const auto file = a.checkpoint.empty() ? output_directory(a) / "checkpoint.npz" : std::filesystem::path(a.checkpoint);
  make_output_directory(directory_of(file));
  hooks.after_epoch = [file, fingerprint, every = a.checkpoint_every, &run](const TrainingState<float>& state) {
    if (state.epoch % every == 0) write_checkpoint(file, state, fingerprint, run);
  };
  return hooks;
}

std::uint64_t peak_memory() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

// What is written and shown of a result, whichever method it came from.
struct Outcome {
  const Partition& partition;
  const Matrix<float>& embedding;
  Facts facts;
  std::span<const double> node_stability{};  // where it was measured
  std::optional<SavedModel> model{};         // where one is to be saved
};

void save_model(const std::filesystem::path& file, const SavedModel& model) {
  make_output_directory(directory_of(file));
  write_model(file, model, RunContext());
}

// Ctrl-C counts until here; what is begun below is finished, so that the files belong together.
std::vector<std::string> write_results(const DetectArguments& arguments, const NamedDataset& named,
                                       const Outcome& outcome, const std::string& manifest) {
  const auto directory = output_directory(arguments);
  make_output_directory(directory);
  std::vector<std::string> written;
  const auto target = [&](const char* name) {
    return std::filesystem::path(written.emplace_back((directory / name).string()));
  };
  if (outcome.model) save_model(written.emplace_back(arguments.model), *outcome.model);
  write_communities(target("communities.csv"), named.data.names, outcome.partition.community_of,
                    {"stability", outcome.node_stability});
  if (arguments.embedding) write_npy(target("embedding.npy"), outcome.embedding);
  write_file(target("manifest.json"), manifest);
  return written;
}

std::string heading(const NamedDataset& named, const Request& request) {
  const AttributedGraph& input = named.data.input;
  const std::string attributes =
      input.attributes.none() ? "no attributes" : fmt::format("{} attributes", grouped(input.attributes.cols()));
  const std::string how = request.method ? fmt::format("method {}", name_of(*request.method))
                                         : fmt::format("preset {}", name_of(request.preset));
  return fmt::format("{} ({}): {} nodes, {} {}, {}; {}, seed {}\n", named.name, named.format,
                     grouped(input.graph.nodes()), grouped(input.graph.edges()),
                     input.graph.directed() ? "directed entries" : "edges", attributes, how, request.seed);
}

std::string timing_text(const std::vector<StageTime>& stages, double seconds) {
  std::vector<std::string> parts;
  for (const StageTime& stage : stages) {
    if (stage.seconds >= 0.0005) parts.push_back(fmt::format("{} {}", stage.stage, seconds_text(stage.seconds)));
  }
  return fmt::format("{} ({})", seconds_text(seconds), fmt::join(parts, ", "));
}

void warn_about(const Detection& d, const AttributedGraph& input, const Session& session) {
  if (input.graph.entries() == 0) session.warn("the graph has no edges: communities come from the attributes alone");
  if (d.training.ending == TrainingEnd::loss_not_finite) {
    session.warn(
        fmt::format("training stopped after {} epochs because the loss was no longer finite; "
                    "the communities come from the last finite state",
                    d.training.state.epoch));
  }
  if (!d.spectrum.values.empty() && !d.spectrum.converged) {
    session.warn("the eigenvectors did not converge; the manifest has their residuals");
  }
}

using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

OptionValues own_options(const Request& request) {
  if (!request.method) return dump(request.options);
  OptionValues used;
  const std::string group = std::string(name_of(*request.method)) + ".";
  for (auto& option : dump(request.method_options)) {
    if (option.first == "communities" || option.first.starts_with(group)) used.push_back(std::move(option));
  }
  return used;
}

// Those of the method that ran, not of all, and how often it ran.
OptionValues options_used(const Request& request) {
  OptionValues used = own_options(request);
  for (auto& [name, value] : dump(request.stability)) used.emplace_back("stability." + name, std::move(value));
  return used;
}

struct Task {
  const DetectArguments& arguments;
  const Request& request;
  const NamedDataset& named;
  Session& session;
};

Manifest manifest_of(const Task& task, const Partition& partition, std::optional<Stability> stability) {
  const auto& [arguments, request, named, session] = task;
  const RunContext& run = session.run();
  auto files = data_files(named.files, run.stage("checksums"));
  const Scores quality =
      scores(named.data.input.graph, partition.community_of, named.data.labels, run.stage("scoring"));
  return {.version = CGSD_VERSION,
          .method = std::string(request.method ? name_of(*request.method) : "cgsd"),
          .preset = std::string(request.method ? "" : name_of(request.preset)),
          .seed = request.seed,
          .data_name = named.name,
          .data_format = named.format,
          .files = std::move(files),
          .options = options_used(request),
          .scores = quality,
          .stability = std::move(stability),
          .stages = session.stages(),
          .seconds = session.seconds(),
          .peak_memory = peak_memory()};
}

std::optional<Stability> measured_stability(const Task& task, const RepeatablePartition& found, const RunContext& run) {
  if (task.request.stability.runs == 0) return std::nullopt;
  return stability(task.named.data.input, found, task.request.stability, run.stage("repetitions"));
}

std::span<const double> nodes_of(const std::optional<Stability>& stability) {
  return stability ? std::span<const double>(stability->node) : std::span<const double>();
}

void deliver(const Task& task, Outcome outcome, const Manifest& manifest, const std::string& manifest_text) {
  task.session.run().check_stop();
  const auto written = write_results(task.arguments, task.named, outcome, manifest_text);
  Json json = Json::parse(manifest_text);
  json["written"] = written;
  outcome.facts.emplace_back("time", timing_text(manifest.stages, manifest.seconds));
  outcome.facts.emplace_back("written to", fmt::format("{}", fmt::join(written, ", ")));
  task.session.show(heading(task.named, task.request) + fact_list(outcome.facts), json);
}

SavedModel model_of(const Detection& found, const Task& task, const RunContext& run) {
  const AttributedGraph& input = task.named.data.input;
  const DetectOptions& options = task.request.options;
  SavedModel saved{detection_fingerprint(input, options, run), make_model(found, input, options, run)};
  saved.model.names = task.named.data.names;
  return saved;
}

void run_cgsd(const Task& task) {
  const AttributedGraph& input = task.named.data.input;
  const DetectOptions& options = task.request.options;
  const RunContext run = task.session.run().with_seed(task.request.seed);
  check(options, input);
  if (!task.arguments.model.empty()) check_placeable(options);
  const Detection found = detect(input, options, run, hooks_of(task.arguments, input, options, run));
  const Manifest manifest =
      manifest_of(task, found.communities(), measured_stability(task, repeatable(found, options), run));
  Outcome outcome{found.communities(), found.embedding(), facts_of(found, manifest.scores, manifest.stability),
                  nodes_of(manifest.stability)};
  if (!task.arguments.model.empty()) outcome.model = model_of(found, task, run);
  deliver(task, std::move(outcome), manifest, manifest_json(manifest, input, found));
  warn_about(found, input, task.session);
}

void run_baseline(const Task& task) {
  const AttributedGraph& input = task.named.data.input;
  const Method method = *task.request.method;
  if (task.arguments.checkpoint_every > 0 || !task.arguments.from_checkpoint.empty()) {
    throw InvalidArgument(fmt::format("{} has no checkpoints", name_of(method)));
  }
  if (!task.arguments.model.empty()) throw InvalidArgument(fmt::format("{} makes no model", name_of(method)));
  if (task.arguments.embedding && !method_record(method).makes_embedding) {
    throw InvalidArgument(fmt::format("{} makes no embedding", name_of(method)));
  }
  const RunContext run = task.session.run().with_seed(task.request.seed);
  const MethodResult found = run_method(method, input, task.request.method_options, run.stage("detecting"));
  const auto again = [&](const AttributedGraph& other, const RunContext& other_run) {
    return run_method(method, other, task.request.method_options, other_run).partition;
  };
  const RepeatablePartition repeatable{found.partition, again, method_record(method).needs_attributes};
  const Manifest manifest = manifest_of(task, found.partition, measured_stability(task, repeatable, run));
  deliver(task,
          {found.partition, found.embedding, facts_of(found, manifest.scores, manifest.stability),
           nodes_of(manifest.stability)},
          manifest, manifest_json(manifest, input, found));
}

void detect_communities(const DetectArguments& arguments, Session& session) {
  const Request request = request_of(arguments, session);
  GraphArguments graph = arguments.input;
  graph.directed = graph.directed || (!request.method && request.options.directed);
  check_output_directory(output_directory(arguments));
  if (!arguments.model.empty()) check_output_directory(directory_of(arguments.model));
  const NamedDataset named = load(graph, session);
  const Task task{arguments, request, named, session};
  if (request.method) {
    run_baseline(task);
  } else {
    run_cgsd(task);
  }
}

std::string method_help() {
  std::string text;
  for (const MethodRecord& record : method_records()) {
    text += fmt::format("  {:<12} {} ({}){}{}\n", name_of(record.method), record.what, record.source,
                        record.needs_attributes ? "; needs attributes" : "",
                        record.communities == TakesCommunities::required ? "; needs -k" : "");
  }
  return text;
}

std::string details() {
  DetectOptions options;
  MethodOptions method_options;
  return "Examples:\n"
         "  cgsd detect texas.npz -k 5                           communities of a file with attributes inside\n"
         "  cgsd detect graph.csv -x words.npz -k auto -o out    as many as there seem to be\n"
         "  cgsd detect geom-gcn/texas --preset authors -k 5     what the authors' program computes\n"
         "  cgsd detect texas.npz -k 5 --method kmeans           another method, same outputs\n"
         "  cgsd detect texas.npz -k 5 --stability 10            and how firmly the communities stand\n"
         "  cgsd detect texas.npz --config out/manifest.json     an earlier run again\n"
         "  cgsd detect texas.npz -k 5 --model model.npz         and what cgsd assign needs to place new nodes\n"
         "Labels, given or inside the file, are used for the quality figures only. A graph without attributes is cut "
         "by\n"
         "its edges alone.\n"
         "\nMethods to compare with (--method NAME):\n" +
         method_help() + "\nOptions of cgsd for --set and --config, with their default values:\n" +
         option_help(list_options(options)) + "\nOptions of the other methods:\n" +
         option_help(list_options(method_options));
}

}  // namespace

void add_detect(CommandLine& line) {
  auto arguments = std::make_shared<DetectArguments>();
  CLI::App* command = line.add("detect", "Find the communities of a graph", "");
  command->footer(details);
  add_detect_arguments(command, arguments);
  line.on(command, [arguments](Session& session) { detect_communities(*arguments, session); });
}

}  // namespace cgsd::app
