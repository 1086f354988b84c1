// cgsd demo: what ./run shows without arguments. Two built-in graphs: one whose neighbours are mostly unlike, and
// Zachary's karate club.
#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/detect/methods.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/datasets/save.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/metrics/scores.hpp"

#include "command.hpp"
#include "detection_report.hpp"
#include "facts.hpp"
#include "terminal.hpp"

namespace cgsd::app {
namespace {

constexpr SbmOptions kHeterophilicGraph{.nodes = 600,
                                        .communities = 4,
                                        .heterophily = 0.9,
                                        .mean_degree = 20.0,
                                        .dimensions = 32,
                                        .coupling = Coupling::independent,
                                        .signal = 0.5,
                                        .noise = 1.0};

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

template <class Compute>
Row measured(std::string method, const NamedDataset& named, const RunContext& run, Compute&& compute) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<std::int32_t> community = compute();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {std::move(method), scores(named.data.input.graph, community, named.data.labels, run), seconds};
}

// The methods that learn nothing take milliseconds; those that need attributes are left out where there are none.
std::vector<Row> fast_methods(const DemoGraph& demo, const RunContext& run) {
  const AttributedGraph& input = demo.named.data.input;
  std::vector<Row> rows;
  for (const MethodRecord& record : method_records()) {
    if (record.learned || (record.needs_attributes && input.attributes.none())) continue;
    MethodOptions options;
    options.communities = record.communities == TakesCommunities::required ? demo.communities : 0;
    rows.push_back(measured(std::string(name_of(record.method)), demo.named, run,
                            [&] { return run_method(record.method, input, options, run).partition.community_of; }));
  }
  return rows;
}

std::string comparison_text(const std::vector<Row>& rows) {
  Table table({"method", "NMI", "ARI", "accuracy", "modularity", "time"});
  for (const Row& row : rows) {
    const Agreement agreement = row.scores.agreement.value_or(Agreement{});
    table.add({row.method, number_text(agreement.nmi, 3), number_text(agreement.ari, 3),
               number_text(agreement.accuracy, 3), number_text(row.scores.cut.modularity, 3),
               seconds_text(row.seconds)});
  }
  return table.text();
}

Json comparison_json(const std::vector<Row>& rows) {
  Json json = Json::array();
  for (const Row& row : rows) {
    const Agreement agreement = row.scores.agreement.value_or(Agreement{});
    json.push_back({{"method", row.method}, {"nmi", to_json(agreement.nmi)}, {"seconds", row.seconds}});
  }
  return json;
}

Json show_graph(const DemoGraph& demo, const std::filesystem::path& directory, std::string& text,
                const RunContext& run) {
  const NamedDataset& named = demo.named;
  DetectOptions options;
  options.communities = demo.communities;
  const Detection detection = detect(named.data.input, options, run);
  const std::vector<std::int32_t>& community = detection.communities().community_of;
  const Scores quality = scores(named.data.input.graph, community, named.data.labels, run);
  const GraphFacts facts = graph_facts(named, run);

  SaveRequest save;
  save.graph = directory / (named.name + ".graphml");
  save.community = community;
  save.curvature = detection.curvature;
  save_dataset(named.data, save, run.stage("writing"));
  const auto table = directory / (named.name + ".communities.csv");
  write_communities(table, named.data.names, community);
  Facts lines = facts_of(facts);
  for (auto& line : facts_of(detection, quality)) lines.push_back(std::move(line));
  lines.emplace_back("written to", fmt::format("{} and {}", save.graph.string(), table.string()));
  std::vector<Row> rows = {
      measured("cgsd", named, run, [&] { return detect(named.data.input, options, run).communities().community_of; })};
  for (Row& row : fast_methods(demo, run)) rows.push_back(std::move(row));
  text += fmt::format("{} ({})\n{}\n{}\n", facts.name, facts.format, fact_list(lines), comparison_text(rows));
  Json json = to_json(facts);
  json["communities"] = detection.communities().communities;
  json["modularity"] = to_json(quality.cut.modularity);
  if (quality.agreement) json["nmi"] = to_json(quality.agreement->nmi);
  json["methods"] = comparison_json(rows);
  json["written"] = {save.graph.string(), table.string()};
  return json;
}

void demo(const std::string& output, Session& session) {
  make_output_directory(output);
  const DemoGraph unlike{{"heterophilic", "generated", stochastic_block_model(kHeterophilicGraph, session.run())}, 4};
  const DemoGraph karate{{"karate", "built in", karate_club(session.run())}, 2};
  std::string text;
  Json json = Json::array();
  for (const DemoGraph* graph : {&unlike, &karate}) json.push_back(show_graph(*graph, output, text, session.run()));
  text += "Open the .graphml files in Gephi, or try: cgsd detect FILE, cgsd info FILE, cgsd --help\n";
  session.show(text, json);
}

}  // namespace

void add_demo(CommandLine& line) {
  auto output = std::make_shared<std::string>("cgsd-demo");
  CLI::App* command =
      line.add("demo", "Show what cgsd does on two built-in graphs",
               "The graphs: 600 nodes in 4 communities with 9 of 10 edges across them, and Zachary's karate club.");
  command->add_option("-o,--output", *output, "directory for the results")->type_name("DIR")->capture_default_str();
  line.on(command, [output](Session& session) { demo(*output, session); });
}

}  // namespace cgsd::app
