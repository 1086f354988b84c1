// cgsd generate: graphs with known communities.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/io/datasets/save.hpp"
#include "cgsd/io/text/json_number.hpp"

#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {
namespace {

struct GenerateArguments {
  SbmOptions sbm;
  SaveRequest save;
};

void generate(const GenerateArguments& arguments, Session& session) {
  const Dataset data = stochastic_block_model(arguments.sbm, session.run().stage("generating"));
  const std::vector<std::string> written = save_dataset(data, arguments.save, session.run().stage("writing"));
  Json options;
  for (const auto& [name, value] : dump(arguments.sbm)) options[name] = json_value(value);
  const Json json = {{"nodes", data.input.graph.nodes()},
                     {"edges", data.input.graph.edges()},
                     {"seed", session.flags().seed},
                     {"options", options},
                     {"written", written}};
  session.show(fmt::format("{} nodes in {} communities, {} edges\nwritten to {}\n", grouped(data.input.graph.nodes()),
                           arguments.sbm.communities, grouped(data.input.graph.edges()), fmt::join(written, ", ")),
               json);
}

}  // namespace

void add_generate(CommandLine& line) {
  auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command = line.add(
      "generate", "Make a graph with known communities and attributes (block model)",
      {.examples = {{"cgsd generate -o sbm.npz", "the block model of the CGSD paper, heterophily 0.05"},
                    {"cgsd generate -o sbm.npz --heterophily 0.9", "the same, neighbours mostly unlike"},
                    {"cgsd generate -o big.npz --nodes 1000000 --mean-degree 20", "large and sparse"},
                    {"cgsd generate -o edges.csv --labels-out y.csv --attributes none", "edges and classes as text"}},
       .notes = {"An .npz holds everything; other formats hold the edges only. --attributes-out and --labels-out write "
                 "attributes and communities."}});
  add_described_flags(command, arguments->sbm, {"nodes", "communities", "heterophily", "mean_degree", "attributes"});
  add_save_arguments(command, arguments->save);
  line.on(command, [arguments](Session& session) { generate(*arguments, session); });
}

}  // namespace cgsd::app
