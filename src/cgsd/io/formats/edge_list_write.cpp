#include "cgsd/io/formats/edge_list.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {

void write_edge_list(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run) {
  check_annotations(dataset, {});
  const Graph& graph = dataset.input.graph;
  const NodeNames& names = dataset.names;
  const Delimiter delimiter = delimiter_of_ending(file);
  const char between = static_cast<char>(delimiter);
  TextWriter out(file);
  out << "# cgsd nodes=" << graph.nodes() << " directed=" << (graph.directed() ? "true" : "false");
  if (!names.none()) out << " ids=name";
  // Without a header row, two names alone could be taken for one, and a comma in a name for the delimiter.
  if (!names.none() && delimiter == Delimiter::blanks) out << " delimiter=space";
  out << '\n';
  if (delimiter != Delimiter::blanks) {
    out << "source" << between << "target";
    if (graph.weighted()) out << between << "weight";
    out << '\n';
  }
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    out.node(names, u, delimiter);
    out << between;
    out.node(names, v, delimiter);
    if (graph.weighted()) out << between << graph.weights()[entry];
    out << '\n';
  });
  out.commit();
}

}  // namespace cgsd
