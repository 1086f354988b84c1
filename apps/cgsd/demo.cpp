// cgsd demo: what ./run shows without arguments. Two built-in graphs: one whose neighbours are mostly unlike, and
// Zachary's karate club.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/curvature/curvature.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/io/edge_table.hpp"
#include "cgsd/io/save.hpp"

#include "command.hpp"
#include "curvature_report.hpp"
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

Json show_graph(const NamedDataset& named, const std::filesystem::path& directory, std::string& text,
                const RunContext& run) {
  const Graph& graph = named.data.input.graph;
  const auto curvature = edge_curvature(graph, {}, run.stage("curvature"));
  const GraphFacts facts = graph_facts(named, run);
  const CurvatureReport report = curvature_report(named.data, curvature, CurvatureKind::forman, run);
  SaveRequest save;
  save.graph = directory / (named.name + ".graphml");
  save.community = named.data.labels.class_of;
  save.curvature = curvature;
  save_dataset(named.data, save, run.stage("writing"));
  const auto table = directory / (named.name + ".curvature.csv");
  write_edge_table(table, graph, named.data.names, curvature, run.stage("writing"));
  text +=
      to_text(facts) + to_text(report) + fmt::format("  written to {} and {}\n\n", save.graph.string(), table.string());
  Json json = to_json(facts);
  json["curvature"] = to_json(report);
  json["written"] = {save.graph.string(), table.string()};
  return json;
}

void demo(const std::string& output, Session& session) {
  std::filesystem::create_directories(output);
  const NamedDataset unlike{"heterophilic", "generated", stochastic_block_model(kHeterophilicGraph, session.run())};
  const NamedDataset karate{"karate", "built in", karate_club(session.run())};
  std::string text;
  Json json = Json::array();
  for (const NamedDataset* named : {&unlike, &karate}) json.push_back(show_graph(*named, output, text, session.run()));
  text += "Open the .graphml files in Gephi, or try: cgsd info FILE, cgsd curvature FILE, cgsd --help\n";
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
