// cgsd demo: what ./run shows without arguments. Two built-in graphs: one whose neighbours are mostly unlike, and
// Zachary's karate club.
#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/io/built_in/built_in_dataset.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/datasets/save.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/io/results/summary_json.hpp"
#include "cgsd/io/text/json_number.hpp"
#include "cgsd/metrics/scores.hpp"
#include "cgsd/report/run_page.hpp"

#include "apps/cgsd/render/detect_screen.hpp"
#include "apps/cgsd/shell/command.hpp"
#include "apps/cgsd/shell/layout.hpp"

namespace cgsd::app {
namespace {

struct DemoGraph {
  NamedDataset named;
  std::int32_t communities;
};

// How one method did, in words and as JSON.
struct Row {
  std::string method;
  Scores scores;
  double seconds;
};

// The methods that learn nothing take milliseconds; those that need attributes are left out if there are none.
std::vector<Row> fast_methods(const DemoGraph& demo, const RunContext& run) {
  const AttributedGraph& input = demo.named.data.input;
  std::vector<Row> rows;
  for (const MethodRecord& record : method_records()) {
    if (record.learned || (record.attributes == Need::required && input.attributes.none())) continue;
    ConfiguredMethod method(record);
    if (record.family == Family::cgsd || record.communities == Need::required) method.communities = demo.communities;
    const auto begin = std::chrono::steady_clock::now();
    const Partition found = method.run(input, run).partition;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    rows.push_back(
        {std::string(record.name), scores(input.graph, found.community_of, demo.named.data.labels, run), seconds});
  }
  return rows;
}

std::string comparison_text(const std::vector<Row>& rows, std::size_t width) {
  Table table({"method", "NMI", "ARI", "accuracy", "modularity", "time"});
  for (const Row& row : rows) {
    const Agreement agreement = row.scores.agreement.value_or(Agreement{});
    table.add({row.method, number_text(agreement.nmi, 3), number_text(agreement.ari, 3),
               number_text(agreement.accuracy, 3), number_text(row.scores.cut.modularity, 3),
               seconds_text(row.seconds)});
  }
  return table.text(width);
}

Json comparison_json(const std::vector<Row>& rows) {
  Json json = Json::array();
  for (const Row& row : rows) {
    const Agreement agreement = row.scores.agreement.value_or(Agreement{});
    json.push_back({{"method", row.method}, {"nmi", json_number(agreement.nmi)}, {"seconds", row.seconds}});
  }
  return json;
}

std::string page_of(const Dataset& data, const MethodResult& found, const Summary& summary, const RunContext& run) {
  StoredCommunities stored{found.partition, summary.confidence, {}};
  for (const CommunityFacts& c : summary.communities) stored.ids.push_back(c.id);
  return run_page(summary_json(summary), {data, stored, {}, found.coordinates()}, run.stage("page"));
}

Json show_graph(const DemoGraph& demo, const std::filesystem::path& directory, std::string& text,
                const Session& session) {
  const RunContext& run = session.run();
  const auto began = std::chrono::steady_clock::now();
  const NamedDataset& named = demo.named;
  ConfiguredMethod method = configured("default");
  method.communities = demo.communities;
  const MethodResult found = method.run(named.data.input, run);
  const auto graph_file = directory / (named.name + ".graphml");
  RunFacts facts;
  facts.version = CGSD_VERSION;
  facts.method = "default";
  facts.options = method.values();
  facts.data_name = named.name;
  facts.data_format = named.format;
  facts.data_arguments = {graph_file.string()};
  Summary summary = summarise(facts, named.data, found, run);
  summary.timing.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  SaveRequest save;
  save.graph = graph_file;
  save.community = found.partition.community_of;
  save.curvature = forman_curvature(named.data.input.graph, run);
  save_dataset(named.data, save, run.stage("writing"));
  const auto table = directory / (named.name + ".communities.csv");
  write_communities(table, named.data.names, found.partition.community_of);
  const auto page = directory / (named.name + ".html");
  write_file(page, page_of(named.data, found, summary, run));
  const std::vector<Row> rows = fast_methods(demo, run);
  const std::vector<std::string> written = {table.string(), save.graph.string(), page.string()};
  text += detect_screen({.summary = summary, .written = written, .verbose = false}, session.width());
  text += "\nThe methods that train nothing, side by side\n" + comparison_text(rows, session.width()) + "\n";
  Json json = {{"name", named.name}, {"format", named.format}};
  json.update(graph_json(summary.graph));
  json["communities"] = summary.communities.size();
  json["modularity"] = json_number(summary.quality.cut.modularity);
  if (summary.quality.agreement) json["nmi"] = json_number(summary.quality.agreement->nmi);
  json["methods"] = comparison_json(rows);
  json["written"] = written;
  return json;
}

void demo(const std::string& output, Session& session) {
  make_output_directory(output);
  const DemoGraph unlike{{"heterophilic", "generated", stochastic_block_model(blocks_options(true), session.run())}, 4};
  const DemoGraph karate{{"karate", "built in", karate_club(session.run())}, 2};
  std::string text;
  Json json = Json::array();
  for (const DemoGraph* graph : {&unlike, &karate}) json.push_back(show_graph(*graph, output, text, session));
  text += "Open the .html files in a browser, or try: cgsd detect FILE, cgsd --help\n";
  session.show(text, json);
}

}  // namespace

void add_demo(CommandLine& line) {
  auto output = std::make_shared<std::string>("cgsd-demo");
  CLI::App* command = line.add(
      "demo", "Show what cgsd does on two built-in graphs",
      {.examples = {{"cgsd demo", "results go to cgsd-demo"}},
       .notes = {"The graphs: 600 nodes in 4 communities with 9 of 10 edges across them, and Zachary's karate club."}});
  command->add_option("-o,--output", *output, "directory for the results")->type_name("DIR")->capture_default_str();
  line.on(command, [output](Session& session) { demo(*output, session); });
}

}  // namespace cgsd::app
