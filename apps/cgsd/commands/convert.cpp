// cgsd convert: from any format that can be read to any that can be written.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/io/datasets/labels.hpp"
#include "cgsd/io/datasets/save.hpp"

#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {
namespace {

struct ConvertArguments {
  GraphArguments input;
  SaveRequest save;
  std::string communities;
  bool curvature = false;
};

void convert(ConvertArguments& arguments, Session& session) {
  const NamedDataset named = load(arguments.input, session);
  const Graph& graph = named.data.input.graph;
  if (!arguments.communities.empty()) {
    LabelTable table = read_labels(arguments.communities, session.run());
    arguments.save.community =
        align_labels(std::move(table), named.data.names, graph.nodes(), arguments.communities).class_of;
  }
  if (arguments.curvature) arguments.save.curvature = edge_curvature(graph, {}, session.run().stage("curvature"));
  const std::vector<std::string> written = save_dataset(named.data, arguments.save, session.run().stage("writing"));
  const Json json = {{"read", named.name},
                     {"format", named.format},
                     {"nodes", graph.nodes()},
                     {"edges", graph.edges()},
                     {"written", written}};
  session.show(fmt::format("{} ({}): {} nodes, {} edges\nwritten to {}\n", named.name, named.format,
                           grouped(graph.nodes()), grouped(graph.edges()), fmt::join(written, ", ")),
               json);
}

}  // namespace

void add_convert(CommandLine& line) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = line.add(
      "convert", "Read a graph in one format and write it in another",
      {.examples = {{"cgsd convert texas.npz -o texas.graphml --curvature", "for Gephi, with curvature on the edges"},
                    {"cgsd convert edges.tsv.gz -x words.svmlight -o graph.npz", ""},
                    {"cgsd convert graph.mtx -o edges.csv --communities communities.csv", ""}}});
  add_graph_arguments(command, arguments->input);
  add_save_arguments(command, arguments->save);
  command->add_option("--communities", arguments->communities, "a community per node, written into .graphml and .gexf")
      ->type_name("FILE");
  command->add_flag("--curvature", arguments->curvature, "write Forman curvature into .graphml and .gexf");
  line.on(command, [arguments](Session& session) { convert(*arguments, session); });
}

}  // namespace cgsd::app
