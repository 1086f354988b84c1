#include "cgsd/io/formats/gexf.hpp"

#include "cgsd/io/exchange/own_columns.hpp"
#include "cgsd/io/text/text_writer.hpp"
#include "cgsd/io/text/xml.hpp"

namespace cgsd {
namespace {

void write_attribute(TextWriter& out, std::string_view id, std::string_view title, std::string_view type) {
  out << "      <attribute id=\"" << id << "\" title=\"" << title << "\" type=\"" << type << "\"/>\n";
}

void write_attributes(TextWriter& out, const Dataset& dataset, const GraphAnnotations& annotations) {
  const std::vector<OwnColumn> columns = own_columns(dataset, annotations);
  if (!columns.empty()) {
    out << "    <attributes class=\"node\">\n";
    for (const OwnColumn& column : columns) {
      write_attribute(out, column.id, column.name, column.number ? "integer" : "string");
    }
    out << "    </attributes>\n";
  }
  if (!annotations.curvature.empty()) {
    out << "    <attributes class=\"edge\">\n";
    write_attribute(out, "curvature", "curvature", "double");
    out << "    </attributes>\n";
  }
}

void write_value(TextWriter& out, std::string_view name, std::string_view value) {
  out << "<attvalue for=\"" << name << "\" value=\"" << value << "\"/>";
}

void write_nodes(TextWriter& out, const Dataset& dataset, const GraphAnnotations& annotations, const RunContext& run) {
  const std::vector<OwnColumn> columns = own_columns(dataset, annotations);
  out << "    <nodes>\n";
  for (NodeId u = 0; u < dataset.input.graph.nodes(); ++u) {
    run.check_stop();
    out << "      <node id=\"" << u << "\" label=\"" << xml_text(dataset.names.name(u)) << "\">";
    bool begun = false;
    for (const OwnColumn& column : columns) {
      const std::string value = own_value(column, dataset, annotations, u);
      if (value.empty()) continue;
      if (!std::exchange(begun, true)) out << "<attvalues>";
      write_value(out, column.id, xml_text(value));
    }
    out << (begun ? "</attvalues></node>\n" : "</node>\n");
  }
  out << "    </nodes>\n";
}

void write_edges(TextWriter& out, GraphView graph, std::span<const double> curvature, const RunContext& run) {
  out << "    <edges>\n";
  EntryIndex written = 0;
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    out << "      <edge id=\"" << written++ << "\" source=\"" << u << "\" target=\"" << v << '"';
    if (graph.weighted()) out << " weight=\"" << xml_number(graph.weights()[entry]) << '"';
    out << '>';
    if (!curvature.empty()) {
      out << "<attvalues>";
      write_value(out, "curvature", xml_number(curvature[entry]));
      out << "</attvalues>";
    }
    out << "</edge>\n";
  });
  out << "    </edges>\n";
}

}  // namespace

void write_gexf(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
                const RunContext& run) {
  check_annotations(dataset, annotations);
  TextWriter out(file);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<gexf xmlns=\"http://www.gexf.net/1.2draft\" version=\"1.2\">\n"
         "  <graph mode=\"static\" defaultedgetype=\""
      << (dataset.input.graph.directed() ? "directed" : "undirected") << "\">\n";
  write_attributes(out, dataset, annotations);
  write_nodes(out, dataset, annotations, run);
  write_edges(out, dataset.input.graph, annotations.curvature, run);
  out << "  </graph>\n</gexf>\n";
  out.commit();
}

}  // namespace cgsd
