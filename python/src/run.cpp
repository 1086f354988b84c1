#include "python/src/run.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/detection_model.hpp"
#include "cgsd/detect/weight_clause.hpp"
#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/io/results/communities_json.hpp"
#include "cgsd/io/results/community_table.hpp"
#include "cgsd/io/results/explanation_json.hpp"
#include "cgsd/io/results/levels_table.hpp"
#include "cgsd/io/results/summary_json.hpp"
#include "cgsd/levels/warm_start.hpp"
#include "cgsd/report/run_page.hpp"
#include "cgsd/summary/node_explanation.hpp"

#include "apps/cgsd/render/detect_screen.hpp"
#include "apps/cgsd/render/explanation_text.hpp"
#include "apps/cgsd/shell/screen.hpp"
#include "python/src/call.hpp"

namespace cgsd::python {
namespace {

ConfiguredMethod configured_for(const Request& request) {
  ConfiguredMethod method = configured(request.method);
  method.set(request.options);
  method.communities = request.communities;
  const auto options = method.detect_options();
  if (request.use_weights && options && std::holds_alternative<DiffusionOptions>(options->encoder))
    method.set({"diffusion.weights=always"});
  return method;
}

FormerRun former_of(const Request& request) {
  FormerRun former;
  former.ids = request.previous_ids;
  former.id_of = request.previous;
  former.next_id = former.ids.empty() ? 0 : former.ids.back() + 1;
  return former;
}

}  // namespace

bool wants_directed(const Request& request) { return configured_for(request).wants_directed(); }

Run::Run(std::shared_ptr<const Data> data, const Request& request)
    : data_(std::move(data)), method_(configured_for(request)), seed_(request.seed), account_(request.account) {
  const NodeNames& names = data_->beside().names;
  std::string clause = weight_clause(method_.record(), data_->graph(), [&names](NodeId v) { return names.name(v); });
  if (!clause.empty()) account_.push_back(std::move(clause));
  method_.check(data_->view());
  const Timing timing = call({request.seed, request.threads, request.progress}, [&](const RunContext& run) {
    find(request, run);
    summarise_run(request, run);
  });
  summary_.timing = timing;
  ids_ = ids_of(summary_.communities, result_.partition.community_of);
  other_ids_ = ids_of(summary_.communities, summary_.confidence.other);
}

OptionValues Run::options_used(const Request& request) const {
  OptionValues used = method_.values();
  for (auto& [name, value] : dump(StabilityOptions{request.stability})) used.emplace_back("stability." + name, value);
  if (!request.levels) return used;
  used.emplace_back("levels", true);
  for (auto& [name, value] : dump(LevelOptions{request.max_size, request.min_size}))
    used.emplace_back("levels." + name, value);
  return used;
}

void Run::find(const Request& request, const RunContext& run) {
  result_ = method_.run(data_->view(), run);
  if (request.previous.empty()) return;
  const FormerRun former = former_of(request);
  WarmStarted started = warm_started(std::move(result_), data_->view().graph, former, run.stage("former communities"));
  result_ = std::move(started.result);
  previous_ = PreviousFacts{.run = request.previous_name,
                            .method = former.method,
                            .continuity = continued(result_.partition, former),
                            .start = started.how,
                            .inertia = started.inertia};
}

void Run::summarise_run(const Request& request, const RunContext& run) {
  RunFacts facts{.version = CGSD_VERSION,
                 .method = std::string(method_.record().name),
                 .seed = seed_,
                 .options = options_used(request),
                 .data_name = data_->name,
                 .data_format = data_->format,
                 .files = {}};
  summary_ = summarise(std::move(facts), data_->dataset(), result_, run);
  summary_.graph.account.insert(summary_.graph.account.end(), account_.begin(), account_.end());
  if (request.stability > 0) {
    add(summary_, stability(data_->view(), repeatable(method_, result_.partition), {request.stability},
                            run.stage("repetitions")));
  }
  if (previous_) add(summary_, *previous_);
  if (!request.levels) return;
  add(summary_, find_levels(data_->view(), {method_, result_, nullptr}, {request.max_size, request.min_size},
                            run.stage("levels")));
}

std::string Run::why_no_model() const {
  const auto options = method_.detect_options();
  if (!options) return fmt::format("{} makes no model that new nodes could be placed with", method_.record().name);
  try {
    check_placeable(*options);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return {};
}

namespace {

NodeExplanation explained(const Run& run, NodeId node) {
  std::vector<std::int32_t> ids;
  for (const CommunityFacts& c : run.summary().communities) ids.push_back(c.id);
  return explain_node(run.data().dataset(), {run.result().partition, run.summary().confidence, ids}, node);
}

}  // namespace

std::string Run::explanation_json(NodeId node) const { return cgsd::explanation_json(explained(*this, node)).dump(); }

std::string Run::explanation_text(NodeId node, std::size_t width) const {
  return app::rendered(app::explanation_text(explained(*this, node), width), {width, false});
}

std::string Run::text(std::size_t width, bool verbose, bool colour) const {
  return app::rendered(app::detect_screen({summary_, {}, verbose}, width), {width, colour});
}

std::string Run::json() const { return json_text(summary_json(summary_)); }

void Run::write_report(const std::string& file) const {
  Dataset copy = data_->beside();  // a page owns what it shows
  copy.input = {Graph(data_->graph()), Attributes(data_->attributes())};
  StoredCommunities stored{result_.partition, summary_.confidence, {}};
  for (const CommunityFacts& c : summary_.communities) stored.ids.push_back(c.id);
  if (summary_.stability) stored.stability = summary_.stability->node;
  const LevelIds levels = summary_.levels ? ids_on_levels(*summary_.levels) : LevelIds{};
  std::string page;
  call({seed_}, [&](const RunContext& run) {
    page = run_page(summary_json(summary_), {copy, stored, levels, result_.coordinates()}, run.stage("page"));
  });
  write_file(file, page);
}

std::vector<std::string> Run::write(const std::string& directory, bool embedding) const {
  const std::filesystem::path to = directory;
  make_output_directory(to);
  std::vector<std::string> written;
  const auto target = [&](const char* name) {
    written.push_back((to / name).string());
    return to / name;
  };
  const NodeNames& names = data_->beside().names;
  std::vector<NodeColumn> columns = {{"confidence", summary_.confidence.own}};
  if (summary_.stability) columns.push_back({"stability", summary_.stability->node});
  write_communities(target("communities.csv"), names, ids_, columns);
  write_communities_json(target("communities.json"), names, result_.partition, summary_);
  write_community_table(target("community_table.csv"), summary_.communities);
  if (summary_.levels) {
    write_levels_table(target("levels.csv"), names, *summary_.levels);
    write_hierarchy(target("hierarchy.json"), names, *summary_.levels);
  }
  if (embedding) write_npy(target("embedding.npy"), result_.coordinates());
  write_file(target("manifest.json"), json());
  return written;
}

}  // namespace cgsd::python
