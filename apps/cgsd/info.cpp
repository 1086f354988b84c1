// cgsd info: what a graph is like.
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "facts.hpp"

namespace cgsd::app {

void add_info(CommandLine& line) {
  auto arguments = std::make_shared<GraphArguments>();
  CLI::App* command =
      line.add("info", "Say what a graph is like: size, degrees, components, attributes, homophily",
               "Examples:\n"
               "  cgsd info texas.npz\n"
               "  cgsd info edges.csv.gz --attributes x.npy --labels y.csv --json\n"
               "Homophily needs labels: edge (share of edges within a class), node (mean over nodes), adjusted\n"
               "(0 is what chance gives), and label informativeness (what one end says of the other).");
  add_graph_arguments(command, *arguments);
  line.on(command, [arguments](Session& session) {
    const NamedDataset named = load(*arguments, session);
    const GraphFacts facts = graph_facts(named, session.run());
    session.show(to_text(facts), to_json(facts));
  });
}

}  // namespace cgsd::app
