// cgsd detect: the communities of a graph, written with everything that explains them.
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/atomic_file.hpp"
#include "cgsd/io/checkpoint.hpp"
#include "cgsd/io/communities.hpp"
#include "cgsd/io/manifest.hpp"
#include "cgsd/io/npy.hpp"
#include "cgsd/io/option_file.hpp"
#include "cgsd/pipeline/presets.hpp"

#include "command.hpp"
#include "detection_report.hpp"

namespace cgsd::app {
namespace {

struct DetectArguments {
  GraphArguments input;
  std::optional<std::int32_t> communities;  // none: as the preset, the config file or --set say
  std::optional<Preset> preset;
  std::string config;
  std::vector<std::string> settings;
  std::string output;
  bool embedding = false;
  std::string checkpoint;
  int checkpoint_every = 0;
  std::string from_checkpoint;
  CLI::Option* seed = nullptr;
};

// What the user asked for, after preset, config file, --set and -k, each over the one before.
struct Request {
  Preset preset = Preset::paper;
  DetectOptions options;
  std::uint64_t seed = 0;
};

// The settings of the config file that are not options of the pipeline.
struct RunChoices {
  Preset preset = Preset::paper;
  std::uint64_t seed = 0;
};
void describe(OptionVisitor& v, RunChoices& c) {
  v.choice("preset", c.preset, "the option values to start from");
  v.number("seed", c.seed, {}, "seed of everything random");
}

std::int32_t parse_communities(const std::string& text) {
  if (text == "auto") return 0;
  std::int32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 1) {
    throw InvalidArgument(fmt::format("-k {}: must be a number from 1 on, or auto", text));
  }
  return count;
}

Preset parse_preset(const std::string& name) {
  RunChoices choice;
  set_option(choice, "preset", name);
  return choice.preset;
}

// Wrong names and values are wrong usage, whatever the graph.
const std::vector<std::string>& checked_settings(const std::vector<std::string>& settings) {
  DetectOptions scratch;
  for (const std::string& setting : settings) set_option(scratch, setting);
  return settings;
}

Request request_of(const DetectArguments& a, const Session& session) {
  std::vector<OptionSetting> choices;
  std::vector<OptionSetting> settings;
  if (!a.config.empty()) {
    for (OptionSetting& s : read_option_file(a.config, session.run()))
      (s.name == "preset" || s.name == "seed" ? choices : settings).push_back(std::move(s));
  }
  RunChoices choice{.preset = Preset::paper, .seed = session.flags().seed};
  apply_settings(list_options(choice), choices, a.config);
  if (a.preset) choice.preset = *a.preset;
  if (a.seed->count() > 0) choice.seed = session.flags().seed;
  Request request{choice.preset, preset_options(choice.preset), choice.seed};
  apply_settings(list_options(request.options), settings, a.config);
  for (const std::string& setting : a.settings) set_option(request.options, setting);
  if (a.communities) request.options.communities = *a.communities;
  return request;
}

std::filesystem::path output_directory(const DetectArguments& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  std::filesystem::path name = std::filesystem::path(arguments.input.graph).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  name = name.filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string() + ".cgsd";
}

TrainingHooks hooks_of(const DetectArguments& a, const AttributedGraph& input, const DetectOptions& options,
                       const RunContext& run) {
  TrainingHooks hooks;
  if (a.from_checkpoint.empty() && a.checkpoint_every == 0) return hooks;
  const std::string fingerprint = training_fingerprint(input, options, run);
  if (!a.from_checkpoint.empty()) hooks.resume = read_checkpoint(a.from_checkpoint, fingerprint, run);
  if (a.checkpoint_every == 0) return hooks;
  const auto file = a.checkpoint.empty() ? output_directory(a) / "checkpoint.npz" : std::filesystem::path(a.checkpoint);
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  hooks.after_epoch = [file, fingerprint, every = a.checkpoint_every, &run](const TrainingState<float>& state) {
    if (state.epoch % every == 0) write_checkpoint(file, state, fingerprint, run);
  };
  return hooks;
}

std::uint64_t peak_memory() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

// Ctrl-C counts until here; what is begun below is finished, so that the files belong together.
std::vector<std::string> write_results(const DetectArguments& arguments, const NamedDataset& named,
                                       const Detection& detection, const std::string& manifest) {
  const auto directory = output_directory(arguments);
  std::filesystem::create_directories(directory);
  std::vector<std::string> written;
  const auto target = [&](const char* name) {
    return std::filesystem::path(written.emplace_back((directory / name).string()));
  };
  write_communities(target("communities.csv"), named.data.names, detection.communities().community_of);
  if (arguments.embedding) write_npy(target("embedding.npy"), detection.training.embedding);
  write_file(target("manifest.json"), manifest);
  return written;
}

std::string heading(const NamedDataset& named, const Request& request) {
  const AttributedGraph& input = named.data.input;
  const std::string features =
      input.features.none() ? "no features" : fmt::format("{} features", grouped(input.features.cols()));
  return fmt::format("{} ({}): {} nodes, {} {}, {}; preset {}, seed {}\n", named.name, named.format,
                     grouped(input.graph.nodes()), grouped(input.graph.edges()),
                     input.graph.directed() ? "directed entries" : "edges", features, name_of(request.preset),
                     request.seed);
}

std::string timing_text(const std::vector<StageTime>& stages, double seconds) {
  std::vector<std::string> parts;
  for (const StageTime& stage : stages) {
    if (stage.seconds >= 0.0005) parts.push_back(fmt::format("{} {}", stage.stage, seconds_text(stage.seconds)));
  }
  return fmt::format("{} ({})", seconds_text(seconds), fmt::join(parts, ", "));
}

void warn_about(const Detection& d, const AttributedGraph& input, const Session& session) {
  if (input.graph.entries() == 0) session.warn("the graph has no edges: communities come from the features alone");
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

Manifest manifest_of(const Request& request, const NamedDataset& named, const Detection& detection,
                     const Session& session) {
  const RunContext& run = session.run();
  auto files = data_files(named.files, run.stage("checksums"));
  const Scores quality =
      scores(named.data.input.graph, detection.communities().community_of, named.data.labels, run.stage("scoring"));
  return {.version = CGSD_VERSION,
          .preset = std::string(name_of(request.preset)),
          .seed = request.seed,
          .data_name = named.name,
          .data_format = named.format,
          .files = std::move(files),
          .options = dump(request.options),
          .scores = quality,
          .stages = session.stages(),
          .seconds = session.seconds(),
          .peak_memory = peak_memory()};
}

void detect_communities(const DetectArguments& arguments, Session& session) {
  const Request request = request_of(arguments, session);
  GraphArguments input_arguments = arguments.input;
  input_arguments.directed = input_arguments.directed || request.options.directed;
  const NamedDataset named = load(input_arguments, session);
  const AttributedGraph& input = named.data.input;
  const RunContext run = session.run().with_seed(request.seed);
  check(request.options, input);

  const Detection detection = detect(input, request.options, run, hooks_of(arguments, input, request.options, run));
  const Manifest manifest = manifest_of(request, named, detection, session);
  const std::string manifest_text = manifest_json(manifest, input, detection);
  run.check_stop();
  const auto written = write_results(arguments, named, detection, manifest_text);

  warn_about(detection, input, session);
  Json json = Json::parse(manifest_text);
  json["written"] = written;
  Facts facts = facts_of(detection, manifest.scores);
  facts.emplace_back("time", timing_text(manifest.stages, manifest.seconds));
  facts.emplace_back("written to", fmt::format("{}", fmt::join(written, ", ")));
  session.show(heading(named, request) + fact_list(facts), json);
}

std::string details() {
  DetectOptions options = preset_options(Preset::paper);
  return "Examples:\n"
         "  cgsd detect texas.npz -k 5                           communities of a file with features inside\n"
         "  cgsd detect graph.csv -x words.npz -k auto -o out    as many as the eigenvalues suggest\n"
         "  cgsd detect geom-gcn/texas --preset authors -k 5     what the authors' program computes\n"
         "  cgsd detect texas.npz --config out/manifest.json     an earlier run again\n"
         "Labels, given or inside the file, are used for the quality figures only. A graph without features gets five\n"
         "figures of each node's surroundings instead (--set features=identity: every node its own feature).\n"
         "\nOptions for --set and --config, with the values of preset paper:\n" +
         option_help(list_options(options));
}

}  // namespace

void add_detect(CommandLine& line) {
  auto a = std::make_shared<DetectArguments>();
  CLI::App* command = line.add("detect", "Find the communities of a graph", "");
  command->footer(details);
  a->seed = command->get_option("--seed");
  add_graph_arguments(command, a->input);
  command
      ->add_option_function<std::string>(
          "-k,--communities", [a](const std::string& text) { a->communities = parse_communities(text); },
          "how many communities; auto: chosen by the eigengap (default)")
      ->type_name("C|auto");
  auto* method = command->add_option_group("Method");
  method
      ->add_option_function<std::string>(
          "--preset", [a](const std::string& text) { a->preset = parse_preset(text); },
          "option values to start from: paper (default) or authors")
      ->type_name("NAME");
  method->add_option("--config", a->config, "options from a file: lines name = value, or a manifest.json")
      ->type_name("FILE");
  method
      ->add_option_function<std::vector<std::string>>(
          "--set", [a](const std::vector<std::string>& settings) { a->settings = checked_settings(settings); },
          "set one option, e.g. --set encoder.heads=4; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  auto* output = command->add_option_group("Output");
  output->add_option("-o,--output", a->output, "directory for communities.csv and manifest.json; default NAME.cgsd")
      ->type_name("DIR");
  output->add_flag("--embedding", a->embedding, "write embedding.npy too");
  auto* checkpoints = command->add_option_group("Checkpoints");
  checkpoints->add_option("--checkpoint-every", a->checkpoint_every, "save the training after every N epochs")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  checkpoints->add_option("--checkpoint", a->checkpoint, "where; default DIR/checkpoint.npz")->type_name("FILE");
  checkpoints->add_option("--from-checkpoint", a->from_checkpoint, "go on from a saved training")->type_name("FILE");
  line.on(command, [a](Session& session) { detect_communities(*a, session); });
}

}  // namespace cgsd::app
