// cgsd detect: the communities of a graph, written with everything that explains them.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/detect/weight_clause.hpp"
#include "cgsd/diagnosis/memory_need.hpp"
#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/results/checkpoint.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/io/results/communities_json.hpp"
#include "cgsd/io/results/community_table.hpp"
#include "cgsd/io/results/former_run.hpp"
#include "cgsd/io/results/levels_table.hpp"
#include "cgsd/io/results/model.hpp"
#include "cgsd/io/results/run_files.hpp"
#include "cgsd/io/results/summary_json.hpp"
#include "cgsd/levels/level_continuity.hpp"
#include "cgsd/report/run_page.hpp"

#include "apps/cgsd/commands/detect_help.hpp"
#include "apps/cgsd/commands/detect_output.hpp"
#include "apps/cgsd/commands/detect_request.hpp"
#include "apps/cgsd/render/detect_screen.hpp"
#include "apps/cgsd/shell/figure_files.hpp"
#include "apps/cgsd/shell/memory_limit.hpp"

namespace cgsd::app {
namespace {

struct Task {
  const DetectArguments& arguments;
  const Request& request;
  const NamedDataset& named;
  const OutputTarget& target;
  Session& session;
  const std::optional<FormerRun>& former;
};

// Bytes that the run is expected to take; 0 for methods of which that is not known.
std::uint64_t expected_memory(const Task& task) {
  const auto options = task.request.method.detect_options();
  const auto need = options ? memory_need(task.named.data.input, *options) : std::nullopt;
  return need ? need->bytes() : 0;
}

void check_memory_of(const Task& task) {
  const std::uint64_t need = expected_memory(task);
  const auto& limit = task.arguments.memory_limit;
  if (need > 0) return check_memory(need, limit);
  if (limit) {
    throw InvalidArgument(fmt::format("--memory-limit: what {} needs is not known; the default method tells",
                                      task.request.method.record().name));
  }
}

struct Found {
  MethodResult result;
  std::optional<PreviousFacts> previous;
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
  const auto file =
      a.checkpoint.empty() ? task.target.directory() / "checkpoint.npz" : std::filesystem::path(a.checkpoint);
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

// The community of each node, and what else is known of it.
void write_node_table(const std::filesystem::path& file, const Task& task, const MethodResult& found,
                      const Summary& summary) {
  std::vector<NodeColumn> columns = {{"confidence", summary.confidence.own}};
  const auto second = ids_of(summary.communities, summary.confidence.other);
  if (task.arguments.second_choice) columns.push_back({"second_choice", {}, second});
  if (summary.stability) columns.push_back({"stability", summary.stability->node});
  const auto ids = ids_of(summary.communities, found.partition.community_of);
  write_communities(file, task.named.data.names, ids, columns);
}

// One table of nodes, to a file or to standard output.
std::vector<std::string> write_single(const Task& task, const MethodResult& found, const Summary& summary) {
  write_node_table(task.target.path, task, found, summary);
  return {task.target.kind == OutputKind::standard_output ? "standard output" : task.target.path.string()};
}

// What is written of a run. Page and figures are made before anything is written; they are empty if none are wanted.
struct Answer {
  const MethodResult& found;
  const Summary& summary;
  Json& manifest;
  std::string page;
  std::vector<NamedFigure> figures;
};

std::vector<std::string> write_directory(const Task& task, const Answer& answer) {
  const auto& [found, summary, manifest, page, figures] = answer;
  const NodeNames& names = task.named.data.names;
  RunFiles files(task.target.path);
  write_node_table(files.add("communities.csv"), task, found, summary);
  write_communities_json(files.add("communities.json"), names, found.partition, summary);
  write_community_table(files.add("community_table.csv"), summary.communities);
  if (summary.levels) {
    write_levels_table(files.add("levels.csv"), names, *summary.levels);
    write_hierarchy(files.add("hierarchy.json"), names, *summary.levels);
  }
  if (task.arguments.embedding) write_npy(files.add("embedding.npy"), found.coordinates());
  if (task.arguments.report == kReportHere) write_file(files.add(kReportHere), page);
  write_figures([&](const std::string& name) { return files.add(std::filesystem::path("figures") / name); }, figures);
  files.commit(manifest, RunContext());
  std::vector<std::string> written;
  for (const auto& file : files.written()) written.push_back(file.string());
  return written;
}

// What does not belong to the directory of the run.
void write_beside(const Task& task, const Answer& answer, std::vector<std::string>& written) {
  const DetectArguments& a = task.arguments;
  if (!a.model.empty()) written.insert(written.begin() + 1, a.model);
  if (!a.report.empty() && a.report != kReportHere) {
    make_output_directory(directory_of(a.report));
    write_file(a.report, answer.page);
    written.push_back(a.report);
  }
  if (task.target.kind == OutputKind::directory) return;
  for (std::string& file : write_figures(task.target.directory() / "figures", answer.figures))
    written.push_back(std::move(file));
}

// Ctrl-C counts until here; what is begun is finished.
std::vector<std::string> write_results(const Task& task, const Answer& answer) {
  std::vector<std::string> written = task.target.kind == OutputKind::directory
                                         ? write_directory(task, answer)
                                         : write_single(task, answer.found, answer.summary);
  write_beside(task, answer, written);
  return written;
}

// Options of the method that ran, and how often it ran.
OptionValues options_used(const Request& request) {
  OptionValues used = request.method.values();
  for (auto& [name, value] : dump(request.stability)) used.emplace_back("stability." + name, std::move(value));
  if (!request.levels) return used;
  used.emplace_back("levels", true);
  for (auto& [name, value] : dump(*request.levels)) used.emplace_back("levels." + name, std::move(value));
  return used;
}

// Nested communities, with the ids of a former run if there is one.
void add_levels(const Task& task, const Found& found, Summary& summary, const RunContext& run) {
  if (!task.request.levels) return;
  const FormerRun* former = task.former ? &*task.former : nullptr;
  Levels levels = find_levels(task.named.data.input, {task.request.method, found.result, former}, *task.request.levels,
                              run.stage("levels"));
  if (found.previous) {
    Continuity continuity = found.previous->continuity;
    keep_ids(levels, continuity, *task.former);
  }
  add(summary, std::move(levels));
}

Summary summary_of(const Task& task, const Found& result, const RunContext& run) {
  const auto& [arguments, request, named, target, session, former] = task;
  const MethodResult& found = result.result;
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
  if (result.previous) add(summary, *result.previous);
  add_levels(task, result, summary, run);
  summary.timing = {session.stages(), session.seconds(), peak_memory()};
  return summary;
}

// Made before anything is written; empty if none is wanted.
std::string page_of(const Task& task, const MethodResult& found, const Summary& summary, const Json& manifest) {
  if (task.arguments.report.empty()) return {};
  StoredCommunities stored{found.partition, summary.confidence, {}};
  for (const CommunityFacts& c : summary.communities) stored.ids.push_back(c.id);
  if (summary.stability) stored.stability = summary.stability->node;
  const LevelIds levels = summary.levels ? ids_on_levels(*summary.levels) : LevelIds{};
  return run_page(manifest, {task.named.data, stored, levels, found.coordinates()}, task.session.run().stage("page"));
}

std::vector<NamedFigure> figures_of(const Task& task, const MethodResult& found, const Summary& summary) {
  if (!task.arguments.figures) return {};
  return run_figures(summary, task.named.data.input.graph, found.partition, task.session.run());
}

void deliver(const Task& task, const MethodResult& found, const Summary& summary) {
  task.session.run().check_stop();
  Json json = summary_json(summary);
  const std::uint64_t expected = expected_memory(task);
  json["expected_memory_bytes"] = expected > 0 ? Json(expected) : Json(nullptr);
  const auto written = write_results(
      task, {found, summary, json, page_of(task, found, summary, json), figures_of(task, found, summary)});
  json["written"] = written;
  if (task.session.flags().json) json["nodes"] = node_lists_json(task.named.data.names, found.partition, summary);
  for (const std::string& warning : summary.warnings) task.session.warn(warning);
  task.session.show(detect_screen({summary, written, task.arguments.verbose, expected}, task.session.width()), json);
}

// The graph as the method can use it: directions are joined for those that have no use for them.
NamedDataset load_for(const ConfiguredMethod& method, GraphArguments graph, const Session& session) {
  const bool wanted = method.wants_directed();
  const bool joined = graph.directed == DirectionChoice::yes && !wanted;
  if (graph.directed != DirectionChoice::no) graph.directed = wanted ? DirectionChoice::yes : DirectionChoice::no;
  NamedDataset named = load(graph, session);
  if (joined) named.data.account.push_back(fmt::format("{} has no use for directions", method.record().name));
  Dataset& data = named.data;
  std::string clause =
      weight_clause(method.record(), data.input.graph, [&data](NodeId v) { return data.names.name(v); });
  if (!clause.empty()) data.account.push_back(std::move(clause));
  return named;
}

// Without -k a run beside a former one looks for as many communities as that had.
void keep_number(Request& request, NamedDataset& named, const DetectArguments& arguments, const FormerRun& former) {
  const bool may = request.method.record().family == Family::cgsd && request.method.communities == 0;
  if (!may || arguments.communities) return;
  request.method.communities = former.communities();
  named.data.account.push_back(
      fmt::format("as many communities as in {}; -k auto counts them anew", arguments.previous));
}

Found find(const Task& task, const RunContext& run) {
  Found found{task.request.method.run(task.named.data.input, run, hooks_of(task, run)), std::nullopt};
  if (!task.former) return found;
  const Stage stage = run.stage("former communities");
  WarmStarted started = warm_started(std::move(found.result), task.named.data.input.graph, *task.former, stage);
  found.result = std::move(started.result);
  found.previous = PreviousFacts{.run = task.arguments.previous,
                                 .method = task.former->method,
                                 .continuity = continued(found.result.partition, *task.former),
                                 .start = started.how,
                                 .inertia = started.inertia};
  return found;
}

void detect_communities(const DetectArguments& arguments, Session& session) {
  Request request = request_of(arguments, session);
  check_outputs(arguments, request.method);
  const OutputTarget target = output_target(arguments, request.method.record().name);
  check_target(target, arguments, request, session.run());
  if (target.kind == OutputKind::standard_output) session.report_to_stderr();
  if (!arguments.model.empty()) check_output_directory(directory_of(arguments.model));
  NamedDataset named = load_for(request.method, arguments.input, session);
  const RunContext run = session.run().with_seed(request.seed);
  std::optional<FormerRun> former;
  if (!arguments.previous.empty()) {
    former = read_former_run(arguments.previous, named.data.names, named.data.input.graph.nodes(), run);
    keep_number(request, named, arguments, *former);
  }
  const Task task{arguments, request, named, target, session, former};
  request.method.check(named.data.input);
  check_memory_of(task);
  const Found found = find(task, run);
  const Summary summary = summary_of(task, found, run);
  if (!arguments.model.empty()) save_model(task, found.result, run);
  deliver(task, found.result, summary);
}

}  // namespace

void add_detect(CommandLine& line) {
  auto arguments = std::make_shared<DetectArguments>();
  CLI::App* command = line.add("detect", "Find the communities of a graph", detect_details());
  add_detect_arguments(command, arguments);
  line.add_timeout(command->add_option_group("Limits"));
  line.on(command, [arguments](Session& session) { detect_communities(*arguments, session); });
}

}  // namespace cgsd::app
