#include "cgsd/io/results/edge_table.hpp"

#include "cgsd/core/error.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {

void write_edge_table(const std::filesystem::path& file, GraphView graph, const NodeNames& names,
                      std::span<const double> curvature, const RunContext& run) {
  if (curvature.size() != graph.entries()) {
    throw InvalidArgument(fmt::format("{} curvatures for {} entries", curvature.size(), graph.entries()));
  }
  if (!names.none() && names.size() != graph.nodes()) {
    throw InvalidArgument(fmt::format("{} names for {} nodes", names.size(), graph.nodes()));
  }
  const Delimiter delimiter = delimiter_of_ending(file) == Delimiter::tab ? Delimiter::tab : Delimiter::comma;
  const char between = static_cast<char>(delimiter);
  TextWriter out(file);
  out << "source" << between << "target" << between;
  if (graph.weighted()) out << "weight" << between;
  out << "curvature\n";
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    out.node(names, u, delimiter);
    out << between;
    out.node(names, v, delimiter);
    out << between;
    if (graph.weighted()) out << graph.weights()[entry] << between;
    out << curvature[entry] << '\n';
  });
  out.commit();
}

}  // namespace cgsd
