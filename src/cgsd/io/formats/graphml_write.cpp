#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/exchange/own_columns.hpp"
#include "cgsd/io/formats/graphml.hpp"
#include "cgsd/io/text/name_table.hpp"
#include "cgsd/io/text/text_writer.hpp"
#include "cgsd/io/text/xml.hpp"

namespace cgsd {
namespace {

// The ids of the nodes as they stand in the file; they must tell the nodes apart.
class XmlIds {
 public:
  XmlIds(const NodeNames& names, const RunContext& run) {
    for (NodeId node = 0; node < names.size(); ++node) {
      run.check_stop();
      if (table_.insert(xml_text(names.view(node))) != node) {
        throw InvalidArgument(fmt::format("two nodes would have the id {}", in_quotes(names.view(node))));
      }
    }
  }
  void write(TextWriter& out, NodeId node) const {
    if (table_.size() == 0) {
      out << node;
    } else {
      out << table_.names().view(node);
    }
  }

 private:
  NameTable table_;
};

struct Key {
  std::string_view id;
  std::string_view name;
  std::string_view domain;
  std::string_view type;
};

void write_key(TextWriter& out, const Key& key) {
  out << "  <key id=\"" << key.id << "\" for=\"" << key.domain << "\" attr.name=\"" << key.name << "\" attr.type=\""
      << key.type << "\"/>\n";
}

void write_keys(TextWriter& out, const Dataset& dataset, const GraphAnnotations& annotations) {
  if (!dataset.names.none()) write_key(out, {"label", "label", "node", "string"});
  for (const OwnColumn& column : own_columns(dataset, annotations)) {
    write_key(out, {column.id, column.name, "node", column.number ? "int" : "string"});
  }
  if (dataset.input.graph.weighted()) write_key(out, {"weight", "weight", "edge", "double"});
  if (!annotations.curvature.empty()) write_key(out, {"curvature", "curvature", "edge", "double"});
}

void write_nodes(TextWriter& out, const XmlIds& ids, const Dataset& dataset, const GraphAnnotations& annotations,
                 const RunContext& run) {
  const std::vector<OwnColumn> columns = own_columns(dataset, annotations);
  for (NodeId u = 0; u < dataset.input.graph.nodes(); ++u) {
    run.check_stop();
    out << "    <node id=\"";
    ids.write(out, u);
    out << "\">";
    if (!dataset.names.none()) {
      out << "<data key=\"label\">";
      ids.write(out, u);
      out << "</data>";
    }
    for (const OwnColumn& column : columns) {
      const std::string value = own_value(column, dataset, annotations, u);
      if (!value.empty()) out << "<data key=\"" << column.id << "\">" << xml_text(value) << "</data>";
    }
    out << "</node>\n";
  }
}

void write_edges(TextWriter& out, const XmlIds& ids, GraphView graph, std::span<const double> curvature,
                 const RunContext& run) {
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    out << "    <edge source=\"";
    ids.write(out, u);
    out << "\" target=\"";
    ids.write(out, v);
    out << "\">";
    if (graph.weighted()) out << "<data key=\"weight\">" << xml_number(graph.weights()[entry]) << "</data>";
    if (!curvature.empty()) out << "<data key=\"curvature\">" << xml_number(curvature[entry]) << "</data>";
    out << "</edge>\n";
  });
}

}  // namespace

void write_graphml(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
                   const RunContext& run) {
  check_annotations(dataset, annotations);
  const XmlIds ids(dataset.names, run);
  const Graph& graph = dataset.input.graph;
  TextWriter out(file);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  write_keys(out, dataset, annotations);
  out << "  <graph edgedefault=\"" << (graph.directed() ? "directed" : "undirected") << "\">\n";
  write_nodes(out, ids, dataset, annotations, run);
  write_edges(out, ids, graph, annotations.curvature, run);
  out << "  </graph>\n</graphml>\n";
  out.commit();
}

}  // namespace cgsd
