#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/io/exchange/json_graph.hpp"
#include "cgsd/io/exchange/own_columns.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void write_node_id(TextWriter& out, const NodeNames& names, NodeId node) {
  if (names.none()) {
    out << node;
  } else {
    out << json_text(names.view(node));
  }
}

}  // namespace

void write_json_graph(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
                      const RunContext& run) {
  check_annotations(dataset, annotations);
  const Graph& graph = dataset.input.graph;
  const std::vector<OwnColumn> columns = own_columns(dataset, annotations);
  TextWriter out(file);
  out << "{\"directed\": " << (graph.directed() ? "true" : "false")
      << ", \"multigraph\": false, \"graph\": {}, \"nodes\": [";
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    run.check_stop();
    out << (u == 0 ? "\n" : ",\n") << "{\"id\": ";
    write_node_id(out, dataset.names, u);
    for (const OwnColumn& column : columns) {
      const std::string value = own_value(column, dataset, annotations, u);
      if (!value.empty()) out << ", \"" << column.id << "\": " << (column.number ? value : json_text(value));
    }
    out << '}';
  }
  out << "\n], \"edges\": [";
  bool first = true;
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    out << (std::exchange(first, false) ? "\n" : ",\n") << "{\"source\": ";
    write_node_id(out, dataset.names, u);
    out << ", \"target\": ";
    write_node_id(out, dataset.names, v);
    if (graph.weighted()) out << ", \"weight\": " << graph.weights()[entry];
    if (!annotations.curvature.empty()) out << ", \"curvature\": " << annotations.curvature[entry];
    out << '}';
  });
  out << "\n]}\n";
  out.commit();
}

}  // namespace cgsd
