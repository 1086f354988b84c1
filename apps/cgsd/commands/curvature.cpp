// cgsd curvature: the curvature of every edge, its statistics, and what it says about classes.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/io/results/edge_table.hpp"

#include "apps/cgsd/render/curvature_report.hpp"
#include "apps/cgsd/render/graph_text.hpp"
#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {
namespace {

struct CurvatureArguments {
  GraphArguments input;
  CurvatureOptions options;
  std::string output;
  bool no_table = false;
};

std::filesystem::path table_path(const CurvatureArguments& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  std::filesystem::path name = std::filesystem::path(arguments.input.graph).filename();
  if (name.empty()) name = std::filesystem::path(arguments.input.graph).parent_path().filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string() + ".curvature.csv";
}

void curvature(const CurvatureArguments& arguments, Session& session) {
  const NamedDataset named = load(arguments.input, session);
  const Graph& graph = named.data.input.graph;
  const auto kappa = edge_curvature(graph, arguments.options, session.run().stage("curvature"));
  const CurvatureReport report = curvature_report(named.data, kappa, arguments.options.kind, session.run());
  std::string text = heading(named.name, graph_facts(named.data, session.run()), {named.format}, session.width()) +
                     to_text(report, session.width());
  Json json = {{"name", named.name}, {"nodes", graph.nodes()}, {"edges", graph.edges()}};
  json.update(to_json(report));
  if (!arguments.no_table) {
    const auto target = table_path(arguments);
    write_edge_table(target, graph, named.data.names, kappa, session.run().stage("writing"));
    text += fmt::format("edge table written to {}\n", target.string());
    json["written"] = target.string();
  }
  session.show(text, json);
}

}  // namespace

void add_curvature(CommandLine& line) {
  auto arguments = std::make_shared<CurvatureArguments>();
  CLI::App* command = line.add(
      "curvature", "Compute the curvature of every edge, within and across classes",
      {.examples = {{"cgsd curvature texas.npz", "summary, and texas.curvature.csv"},
                    {"cgsd curvature texas.npz --kind ollivier -o ollivier.tsv", ""},
                    {"cgsd curvature geom-gcn/texas --directed", "the convention of the CGSD paper's appendix"}},
       .notes = {"Loops and edges with an unlabelled end are left out of the within/across table."}});
  add_graph_arguments(command, arguments->input);
  add_described_flags(command, arguments->options);
  command
      ->add_option("-o,--output", arguments->output, "edge table, .csv or .tsv (and .gz); default NAME.curvature.csv")
      ->type_name("FILE");
  command->add_flag("--no-table", arguments->no_table, "print the summary only");
  line.on(command, [arguments](Session& session) { curvature(*arguments, session); });
}

}  // namespace cgsd::app
