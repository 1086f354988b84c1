// cgsd diagnose: what a graph offers to a detector of communities, and what to use on it.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/class_count.hpp"
#include "cgsd/summary/explanation.hpp"

#include "apps/cgsd/commands/detect_request.hpp"
#include "apps/cgsd/render/diagnosis_report.hpp"

namespace cgsd::app {
namespace {

struct DiagnoseArguments {
  GraphArguments input;
  std::optional<std::int32_t> communities;
};

// What the default makes of attributes and edges. The graph's own eigenvectors are left out: nothing here reads them.
Diffusion decisions(const AttributedGraphView& input, std::int32_t communities, const RunContext& run) {
  DiffusionOptions options;
  options.topology.pairs = 0;
  return diffuse(input, communities, options, run);
}

DetectOptions checked_options(const DiagnoseArguments& arguments, const NamedDataset& named, const RunContext& run) {
  DetectOptions options;
  options.communities = arguments.communities.value_or(0);
  if (named.data.input.graph.nodes() == 0) throw InvalidArgument("the graph has no nodes");
  check(options, named.data.input, run);
  return options;
}

DiagnosisReport report_of(const DiagnoseArguments& arguments, const NamedDataset& named, const RunContext& run) {
  const Dataset& data = named.data;
  const DetectOptions options = checked_options(arguments, named, run);
  DiagnosisReport report{.named = named, .graph = graph_facts(data, run)};
  Diffusion diffusion;
  std::vector<std::int32_t> community_of;
  if (data.labels.none()) {
    Detection found = detect(data.input, options, run);
    diffusion = std::get<Diffusion>(std::move(found.encoded));
    community_of = found.communities().community_of;
    report.communities = found.communities().communities;
  } else {
    diffusion = decisions(data.input, options.communities, run.stage("diffusion"));
    community_of = data.labels.class_of;
    report.communities = classes_with_nodes(data.labels);
  }
  const DiffusionFacts facts = facts_of(diffusion);
  report.explanation = fmt::format("{} {}", attribute_decision(facts).words, edge_decision(facts).words);
  report.diagnosis = diagnose({data.input, data.labels, community_of, diffusion}, run);
  return report;
}

void diagnose_graph(const DiagnoseArguments& arguments, Session& session) {
  if (arguments.input.directed == DirectionChoice::yes)
    throw InvalidArgument("diagnose looks at edges without their direction: leave --directed out (see cgsd curvature)");
  const NamedDataset named = load(arguments.input, session);
  const DiagnosisReport report = report_of(arguments, named, session.run());
  session.show(to_text(report, session.width()), to_json(report));
}

}  // namespace

void add_diagnose(CommandLine& line) {
  auto arguments = std::make_shared<DiagnoseArguments>();
  CLI::App* command = line.add(
      "diagnose", "Tell which method to use on a graph, and why",
      {.examples = {{"cgsd diagnose texas.npz", "with the labels inside the file"},
                    {"cgsd diagnose graph.csv -x words.npz", "without labels: by what detect finds"},
                    {"cgsd diagnose karate -y factions.csv --json", "every figure in one object"}},
       .notes = {"Curvature is Forman's, and edges have no direction. docs/diagnose.md explains every figure."}});
  add_graph_arguments(command, arguments->input);
  add_communities_argument(command, arguments->communities,
                           "without labels: how many communities to look for; auto (default): cgsd counts them");
  line.on(command, [arguments](Session& session) { diagnose_graph(*arguments, session); });
}

}  // namespace cgsd::app
