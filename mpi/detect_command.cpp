#include "mpi/detect_command.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/stage_record.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/datasets/attributes.hpp"
#include "cgsd/io/datasets/recognise.hpp"
#include "cgsd/io/formats/csr_directory.hpp"

#include "apps/cgsd/render/detect_screen.hpp"
#include "apps/cgsd/shell/screen.hpp"
#include "mpi/checkpoint.hpp"
#include "mpi/petsc_processes.hpp"
#include "mpi/rank_results.hpp"
#include "mpi/shared_edge_list.hpp"
#include "mpi/shared_table.hpp"

namespace cgsd::mpi {
namespace {

namespace fs = std::filesystem;

// 0: they are counted.
std::int32_t number_of_communities(const std::string& text) {
  if (text == "auto") return 0;
  std::int32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && end == text.data() + text.size() && count > 0) return count;
  throw InvalidArgument(fmt::format("-k {}: give the number of communities, -k 5, or auto", text));
}

void check_encoder(const DetectOptions& options) {
  const auto* const trained = std::get_if<TrainedOptions>(&options.encoder);
  if (trained == nullptr) return;
  if (options.communities == 0) throw InvalidArgument("encoder = trained: give the number of communities, -k 5");
  if (trained->curvature.kind != CurvatureKind::forman)
    throw InvalidArgument("trained.curvature.kind: several ranks compute forman");
  if (trained->attributes != AttributeSource::automatic && trained->attributes != AttributeSource::given)
    throw InvalidArgument("trained.attributes: several ranks train on given ones");
}

DetectOptions options_of(const DetectArguments& arguments) {
  DetectOptions options;
  for (const std::string& setting : arguments.settings) set_option(options, setting);
  options.communities = number_of_communities(arguments.communities);
  if (!std::holds_alternative<SmoothedOptions>(options.rounding) || options.directed)
    throw InvalidArgument("several ranks offer rounding=smoothed and undirected edges alone");
  check_encoder(options);
  return options;
}

GraphFormat format_of(const fs::path& graph) {
  if (is_csr_directory(graph)) return GraphFormat::csr;
  if (fs::is_regular_file(graph) && recognise_format(graph) == GraphFormat::edge_list) return GraphFormat::edge_list;
  throw InvalidArgument(
      fmt::format("{}: ranks read an edge list or a directory of rows; write rows first: cgsd convert {} -o graph.csr",
                  graph.string(), graph.string()));
}

void check_attributes(const DetectArguments& arguments, GraphFormat format) {
  if (arguments.attributes.empty()) return;
  const std::string rows =
      fmt::format("; write rows first: cgsd convert GRAPH --attributes {} -o graph.csr", arguments.attributes);
  if (format == GraphFormat::csr)
    throw InvalidArgument("--attributes goes with an edge list: a directory of rows has its own" + rows);
  if (attribute_format(arguments.attributes) != AttributeFormat::text)
    throw InvalidArgument("--attributes: several ranks read a text table" + rows);
}

fs::path output_of(const DetectArguments& arguments) {
  const bool given = !arguments.output.empty();
  fs::path name = fs::path(given ? arguments.output : arguments.graph).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  return given ? name : fs::path(name.filename().stem().string() + ".cgsd");
}

// Ranks that have edges and ranks that have none would not take the same steps.
void check_weights(bool weighted, const std::vector<double>& weights, const PetscProcesses& processes) {
  if (!weighted || std::ranges::any_of(weights, [](double weight) { return weight != 0.0; })) return;
  throw InvalidArgument(
      fmt::format("the nodes of rank {} have no edges of a weight above 0: give fewer ranks, or leave weights out "
                  "(--weights ignore)",
                  processes.rank()));
}

RankInput read_edges(const DetectArguments& arguments, PetscProcesses& processes, const RunContext& run) {
  SharedEdgeList list = read_shared_edge_list(arguments.graph, arguments.weights == "ignore", processes, run);
  check_weights(list.weighted, list.weights, processes);
  RankInput input;
  input.graph = processes.share(std::move(list.offsets), std::move(list.targets), std::move(list.weights));
  input.report = list.report;
  input.account = std::move(list.account);
  if (arguments.attributes.empty()) return input;
  SharedTable table = read_shared_table(arguments.attributes, app::table_options(arguments.table), processes, run);
  input.attributes = std::move(table.attributes);
  input.account.insert(input.account.end(), table.account.begin(), table.account.end());
  return input;
}

// The rows of this rank.
RankInput read_rows(const DetectArguments& arguments, PetscProcesses& processes, const RunContext& run) {
  const CsrSize size = csr_size(arguments.graph, run);
  check_ranks(size.nodes, processes);
  const auto ranks = static_cast<std::uint64_t>(processes.count());
  const auto rank = static_cast<std::uint64_t>(processes.rank());
  const std::uint64_t first = size.nodes * rank / ranks;
  const std::uint64_t last = size.nodes * (rank + 1) / ranks;
  CsrRows rows = read_csr_rows(arguments.graph, first, last, run);
  processes.set_rows(last - first);
  RankInput input;
  if (arguments.weights == "ignore") rows.weights = {};
  check_weights(size.weighted && arguments.weights != "ignore", rows.weights, processes);
  input.graph = processes.share(std::move(rows.offsets), std::move(rows.targets), std::move(rows.weights));
  input.attributes = std::move(rows.attributes);
  input.names = std::move(rows.names);
  input.labels = std::move(rows.labels);
  return input;
}

// The first rank reads it: the others wait for what it found.
std::string hash_of(const fs::path& file, const RunContext& run) {
  const std::string own = processes_of(run).rank() == 0 ? sha256_of_file(file, run) : std::string();
  const std::vector<char> all = gathered(run, std::span<const char>(own));
  return {all.begin(), all.end()};
}

// A stage of another graph, of other options or of another release does not serve.
nlohmann::ordered_json identity_of(const DetectArguments& arguments, GraphFormat format, const DetectOptions& options,
                                   const RunContext& run) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const auto& [name, value] : dump(options)) std::visit([&](const auto& x) { values[name] = x; }, value);
  const fs::path graph = arguments.graph;
  const app::TableArguments& table = arguments.table;
  return {{"version", CGSD_VERSION},
          {"graph", hash_of(format == GraphFormat::csr ? graph / "graph.json" : graph, run)},  // has those of all files
          {"attributes", arguments.attributes.empty() ? std::string() : hash_of(arguments.attributes, run)},
          {"table", {table.columns, table.ignore, table.kinds, {table.id_column}}},
          {"options", values},
          {"seed", arguments.seed},
          {"weights", arguments.weights}};
}

void say_what_was_restored(const Checkpoint& checkpoint, const PetscProcesses& processes) {
  if (processes.rank() > 0 || checkpoint.restored_stages().empty()) return;
  fmt::print(stderr, "cgsd-mpi: taken from the checkpoint: {}\n", fmt::join(checkpoint.restored_stages(), ", "));
}

}  // namespace

void add_detect(CLI::App& app, DetectArguments& a) {
  CLI::App* command = app.add_subcommand("detect", "Find the communities of a graph that is spread over the ranks");
  command
      ->add_option("GRAPH", a.graph,
                   "an edge list, or a directory of rows as cgsd convert GRAPH -o graph.csr writes it")
      ->required();
  command
      ->add_option("--attributes,-x", a.attributes,
                   "of an edge list: a text table (CSV, TSV) of numbers, texts, dates, …, as of cgsd detect")
      ->type_name("FILE");
  app::add_table_arguments(command, a.table);
  command->add_option("-k,--communities", a.communities, "how many communities, or auto: they are counted");
  command->add_option("--seed", a.seed, "of all random choices");
  command->add_option("-o,--output", a.output, "directory of the results");
  command->add_option("--set", a.settings, "NAME=VALUE, as of cgsd detect");
  command->add_option("--weights", a.weights, "ignore: every edge counts once")
      ->check(CLI::IsMember({"use", "ignore"}));
  command->add_option("--threads", a.threads, "threads of a rank")->check(CLI::PositiveNumber);
  command->add_flag("--no-checkpoint", a.no_checkpoint, "keep nothing for the case that the run ends early");
  command->add_flag("--quiet", a.quiet, "print nothing");
}

void detect_among_ranks(const DetectArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  PetscProcesses processes;
  StageRecord stages;
  const RunContext run({.seed = arguments.seed, .workers = arguments.threads, .progress = &stages});
  const Joined joined(run, processes);
  const DetectOptions options = options_of(arguments);
  const GraphFormat format = format_of(arguments.graph);
  check_attributes(arguments, format);
  const fs::path output = output_of(arguments);
  if (processes.rank() == 0) check_output_directory(output);
  const RankInput input = format == GraphFormat::csr ? read_rows(arguments, processes, run.stage("reading graph"))
                                                     : read_edges(arguments, processes, run.stage("reading graph"));
  if (std::holds_alternative<TrainedOptions>(options.encoder) && input.attributes.none())
    throw InvalidArgument("encoder = trained: the graph has no attributes to train on");
  const Checkpoint checkpoint(output.string() + ".checkpoint", identity_of(arguments, format, options, run), processes,
                              run);
  std::optional<Keeping> keeping;
  if (!arguments.no_checkpoint) keeping.emplace(run, checkpoint);
  MethodResult found;
  found.detection = std::make_shared<Detection>(detect({input.graph, input.attributes}, options, run));
  found.partition = found.detection->communities();
  say_what_was_restored(checkpoint, processes);
  Summary summary = rank_summary(input, found, run);
  summary.run = {.version = CGSD_VERSION,
                 .method = "default",
                 .seed = arguments.seed,
                 .options = dump(options),
                 .data_name = arguments.graph,
                 .data_format = std::string(name_of(format)),
                 .files = {}};
  summary.timing.stages = stages.stages();
  summary.timing.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::vector<std::string> written = write_rank_results(output, input, found, summary, processes, run);
  checkpoint.remove();
  if (processes.rank() > 0 || arguments.quiet) return;
  const app::Screen screen = app::screen_of(stdout);
  fmt::print("{}", app::rendered(app::detect_screen({summary, written, false}, screen.width), screen));
}

}  // namespace cgsd::mpi
