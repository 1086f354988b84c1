// cgsd demo: what ./run shows without arguments. Two built-in graphs: one whose neighbours are mostly unlike, and
// Zachary's karate club.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/io/communities.hpp"
#include "cgsd/io/save.hpp"
#include "cgsd/metrics/scores.hpp"
#include "cgsd/pipeline/presets.hpp"

#include "command.hpp"
#include "detection_report.hpp"
#include "facts.hpp"

namespace cgsd::app {
namespace {

constexpr SbmOptions kHeterophilicGraph{.nodes = 600,
                                        .communities = 4,
                                        .heterophily = 0.8,
                                        .mean_degree = 12.0,
                                        .dimensions = 32,
                                        .coupling = Coupling::independent,
                                        .signal = 0.9,
                                        .noise = 1.0};

struct DemoGraph {
  NamedDataset named;
  std::int32_t communities;
};

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
  text += fmt::format("{} ({})\n{}\n", facts.name, facts.format, fact_list(lines));
  Json json = to_json(facts);
  json["communities"] = detection.communities().communities;
  json["modularity"] = to_json(quality.cut.modularity);
  if (quality.agreement) json["nmi"] = to_json(quality.agreement->nmi);
  json["written"] = {save.graph.string(), table.string()};
  return json;
}

void demo(const std::string& output, Session& session) {
  std::filesystem::create_directories(output);
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
               "The graphs: 600 nodes in 4 communities with 4 of 5 edges across them, and Zachary's karate club.");
  command->add_option("-o,--output", *output, "directory for the results")->type_name("DIR")->capture_default_str();
  line.on(command, [output](Session& session) { demo(*output, session); });
}

}  // namespace cgsd::app
