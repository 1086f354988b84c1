// cgsd detect: the communities of a graph, written with everything that explains them.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/results/checkpoint.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/io/results/communities_json.hpp"
#include "cgsd/io/results/community_table.hpp"
#include "cgsd/io/results/model.hpp"
#include "cgsd/io/results/summary_json.hpp"

#include "apps/cgsd/commands/detect_request.hpp"
#include "apps/cgsd/render/summary_text.hpp"

namespace cgsd::app {
namespace {

struct Task {
  const DetectArguments& arguments;
  const Request& request;
  const NamedDataset& named;
  Session& session;
};

// What is asked for but the method cannot give is refused before the run.
void check_outputs(const DetectArguments& a, const ConfiguredMethod& method) {
  const auto options = method.detect_options();
  const std::string_view name = method.record().name;
  const bool trains = options && std::holds_alternative<TrainedOptions>(options->encoder);
  if ((a.checkpoint_every > 0 || !a.from_checkpoint.empty()) && !trains) {
    throw InvalidArgument(
        fmt::format("{} has no checkpoints: only --method paper and --method authors train and save them", name));
  }
  if (a.embedding && !method.record().makes_embedding)
    throw InvalidArgument(fmt::format("{} makes no embedding", name));
  if (a.model.empty()) return;
  if (!options) throw InvalidArgument(fmt::format("{} makes no model", name));
  check_placeable(*options);
}

TrainingHooks hooks_of(const Task& task, const RunContext& run) {
  const DetectArguments& a = task.arguments;
  TrainingHooks hooks;
  if (a.from_checkpoint.empty() && a.checkpoint_every == 0) return hooks;
  const std::string fingerprint =
      training_fingerprint(task.named.data.input, *task.request.method.detect_options(), run);
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

void save_model(const Task& task, const MethodResult& found, const RunContext& run) {
  const AttributedGraph& input = task.named.data.input;
  const DetectOptions options = *task.request.method.detect_options();
  SavedModel saved{detection_fingerprint(input, options, run), make_model(*found.detection, input, options, run)};
  saved.model.names = task.named.data.names;
  saved.model.encoding = task.named.encoding;
  const std::filesystem::path file = task.arguments.model;
  make_output_directory(directory_of(file));
  write_model(file, saved, RunContext());
}

// Ctrl-C counts until here; what is begun below is finished, so that the files belong together.
std::vector<std::string> write_results(const Task& task, const MethodResult& found, const Summary& summary,
                                       const std::string& manifest) {
  const auto directory = output_directory(task.arguments);
  make_output_directory(directory);
  std::vector<std::string> written;
  const auto target = [&](const char* name) {
    return std::filesystem::path(written.emplace_back((directory / name).string()));
  };
  if (!task.arguments.model.empty()) written.push_back(task.arguments.model);
  const NodeNames& names = task.named.data.names;
  std::vector<NodeColumn> columns = {{"confidence", summary.confidence.own}};
  const auto second = ids_of(summary.communities, summary.confidence.other);
  if (task.arguments.second_choice) columns.push_back({"second_choice", {}, second});
  if (summary.stability) columns.push_back({"stability", summary.stability->node});
  const auto ids = ids_of(summary.communities, found.partition.community_of);
  write_communities(target("communities.csv"), names, ids, columns);
  write_communities_json(target("communities.json"), names, found.partition, summary);
  write_community_table(target("community_table.csv"), summary.communities);
  if (task.arguments.embedding) write_npy(target("embedding.npy"), found.coordinates());
  write_file(target("manifest.json"), manifest);
  return written;
}

// Options of the method that ran, and how often it ran.
OptionValues options_used(const Request& request) {
  OptionValues used = request.method.values();
  for (auto& [name, value] : dump(request.stability)) used.emplace_back("stability." + name, std::move(value));
  return used;
}

Summary summary_of(const Task& task, const MethodResult& found, const RunContext& run) {
  const auto& [arguments, request, named, session] = task;
  RunFacts facts{.version = CGSD_VERSION,
                 .method = std::string(request.method.record().name),
                 .seed = request.seed,
                 .options = options_used(request),
                 .data_name = named.name,
                 .data_format = named.format,
                 .data_arguments = named.arguments,
                 .files = data_files(named.files, run.stage("checksums"))};
  Summary summary = summarise(std::move(facts), named.data, found, run);
  if (request.stability.runs > 0) {
    add(summary, stability(named.data.input, repeatable(request.method, found.partition), request.stability,
                           run.stage("repetitions")));
  }
  summary.timing = {session.stages(), session.seconds(), peak_memory()};
  return summary;
}

void deliver(const Task& task, const MethodResult& found, const Summary& summary) {
  task.session.run().check_stop();
  Json json = summary_json(summary);
  const auto written = write_results(task, found, summary, json_text(json));
  json["written"] = written;
  json["nodes"] = node_lists_json(task.named.data.names, found.partition, summary);
  Facts facts = facts_of(summary);
  facts.emplace_back("time", timing_text(summary.timing));
  facts.emplace_back("written to", fmt::format("{}", fmt::join(written, ", ")));
  task.session.show(heading(summary) + fact_list(facts), json);
  for (const std::string& warning : summary.warnings) task.session.warn(warning);
}

// Weights that the method cannot use are refused with the names of the nodes, those it does not use are mentioned.
void account_for_weights(const MethodRecord& method, NamedDataset& named) {
  Dataset& data = named.data;
  if (!data.input.graph.weighted() || method.edges == Need::no) return;
  if (!method.uses_weights) {
    data.account.push_back(fmt::format("{} ignores the weights of the edges", method.name));
    return;
  }
  const std::string fault = weight_fault(data.input.graph, [&](NodeId v) { return data.names.name(v); });
  if (!fault.empty()) throw InvalidArgument(fmt::format("{}: {}", method.name, fault));
  if (method.family != Family::cgsd)
    data.account.push_back(fmt::format("{} counts edges by their weights", method.name));
}

// The graph as the method can use it: directions are joined for those that have no use for them.
NamedDataset load_for(const ConfiguredMethod& method, GraphArguments graph, const Session& session) {
  const bool wanted = method.wants_directed();
  const bool joined = graph.directed == DirectionChoice::yes && !wanted;
  if (graph.directed != DirectionChoice::no) graph.directed = wanted ? DirectionChoice::yes : DirectionChoice::no;
  NamedDataset named = load(graph, session);
  if (joined) named.data.account.push_back(fmt::format("{} has no use for directions", method.record().name));
  account_for_weights(method.record(), named);
  return named;
}

void detect_communities(const DetectArguments& arguments, Session& session) {
  const Request request = request_of(arguments, session);
  check_outputs(arguments, request.method);
  check_output_directory(output_directory(arguments));
  if (!arguments.model.empty()) check_output_directory(directory_of(arguments.model));
  const NamedDataset named = load_for(request.method, arguments.input, session);
  const Task task{arguments, request, named, session};
  const RunContext run = session.run().with_seed(request.seed);
  request.method.check(named.data.input);
  const MethodResult found = request.method.run(named.data.input, run, hooks_of(task, run));
  const Summary summary = summary_of(task, found, run);
  if (!arguments.model.empty()) save_model(task, found, run);
  deliver(task, found, summary);
}

std::string method_help() {
  std::string text;
  for (const MethodRecord& record : method_records()) {
    text += fmt::format("  {:<12} {} ({}){}{}\n", record.name, record.what, record.source,
                        record.attributes == Need::required ? "; needs attributes" : "",
                        record.communities == Need::required ? "; needs -k" : "");
  }
  return text;
}

// The common number of communities is -k.
std::string option_help(std::string_view name) {
  ConfiguredMethod method = configured(name);
  auto options = method.options();
  options.erase(options.begin());
  return fmt::format("\nOptions of {}:\n{}", name, cgsd::option_help(options));
}

std::string detect_help() {
  std::string text =
      "Examples:\n"
      "  cgsd detect texas.npz -k 5                           communities of a file with attributes inside\n"
      "  cgsd detect graph.csv -x words.npz -k auto -o out    cgsd counts the communities\n"
      "  cgsd detect geom-gcn/texas --method authors -k 5     what the authors' program computes\n"
      "  cgsd detect texas.npz -k 5 --method kmeans           another method, same outputs\n"
      "  cgsd detect texas.npz -k 5 --stability 10            and how firmly the communities stand\n"
      "  cgsd detect texas.npz --config out/manifest.json     repeats an earlier run\n"
      "  cgsd detect texas.npz -k 5 --model model.npz         and a model with which cgsd assign places new nodes\n"
      "Labels, given or inside the file, are used for the quality figures only. A graph without attributes is\n"
      "divided by its edges alone.\n"
      "\nMethods (--method NAME):\n" +
      method_help() + "\nOptions for --set and --config, with their default values. authors has those of paper.\n";
  for (const MethodRecord& record : method_records()) {
    if (record.name != "authors") text += option_help(record.name);
  }
  return text;
}

}  // namespace

void add_detect(CommandLine& line) {
  auto arguments = std::make_shared<DetectArguments>();
  CLI::App* command = line.add("detect", "Find the communities of a graph", "");
  command->footer(detect_help);
  add_detect_arguments(command, arguments);
  line.on(command, [arguments](Session& session) { detect_communities(*arguments, session); });
}

}  // namespace cgsd::app
