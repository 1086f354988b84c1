// cgsd info: what a graph is like.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/io/results/summary_json.hpp"

#include "apps/cgsd/render/graph_text.hpp"
#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {
namespace {

void show_graph(const GraphArguments& arguments, Session& session) {
  const NamedDataset named = load(arguments, session);
  const GraphFacts facts = graph_facts(named.data, session.run());
  Json json = {{"name", named.name}, {"format", named.format}};
  json.update(graph_json(facts));
  session.show(
      heading(named.name, facts, {named.format}, session.width()) + fact_list(facts_of(facts), session.width()), json);
}

}  // namespace

void add_info(CommandLine& line) {
  auto arguments = std::make_shared<GraphArguments>();
  CLI::App* command = line.add(
      "info", "Describe a graph: size, degrees, components, attributes, homophily",
      {.examples = {{"cgsd info texas.npz", ""},
                    {"cgsd info edges.csv.gz -x x.npy -y y.csv --json", "every figure in one object"}},
       .notes = {
           "Homophily needs labels: edge (share of edges within a class), node (mean over nodes), adjusted (0 is what "
           "chance gives), and label informativeness (how much one end tells about the other)."}});
  add_graph_arguments(command, *arguments);
  line.on(command, [arguments](Session& session) { show_graph(*arguments, session); });
}

}  // namespace cgsd::app
