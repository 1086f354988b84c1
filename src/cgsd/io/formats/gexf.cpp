#include "cgsd/io/formats/gexf.hpp"

#include "cgsd/io/text/text_writer.hpp"
#include "cgsd/io/text/xml.hpp"

namespace cgsd {
namespace {

void write_attribute(TextWriter& out, std::string_view name, std::string_view type) {
  out << "      <attribute id=\"" << name << "\" title=\"" << name << "\" type=\"" << type << "\"/>\n";
}

void write_attributes(TextWriter& out, const Dataset& dataset, const GraphAnnotations& annotations) {
  if (!dataset.labels.none() || !annotations.community.empty()) {
    out << "    <attributes class=\"node\">\n";
    if (!dataset.labels.none()) {
      write_attribute(out, "class", dataset.labels.class_names.empty() ? "integer" : "string");
    }
    if (!annotations.community.empty()) write_attribute(out, "community", "integer");
    out << "    </attributes>\n";
  }
  if (!annotations.curvature.empty()) {
    out << "    <attributes class=\"edge\">\n";
    write_attribute(out, "curvature", "double");
    out << "    </attributes>\n";
  }
}

void write_value(TextWriter& out, std::string_view name, std::string_view value) {
  out << "<attvalue for=\"" << name << "\" value=\"" << value << "\"/>";
}

void write_nodes(TextWriter& out, const Dataset& dataset, const GraphAnnotations& annotations, const RunContext& run) {
  const Labels& labels = dataset.labels;
  out << "    <nodes>\n";
  for (NodeId u = 0; u < dataset.input.graph.nodes(); ++u) {
    run.check_stop();
    const bool has_class = !labels.none() && labels.class_of[u] != kUnlabelled;
    out << "      <node id=\"" << u << "\" label=\"" << xml_text(dataset.names.name(u)) << "\">";
    if (has_class || !annotations.community.empty()) {
      out << "<attvalues>";
      if (has_class) write_value(out, "class", xml_text(class_name(labels, labels.class_of[u])));
      if (!annotations.community.empty()) write_value(out, "community", std::to_string(annotations.community[u]));
      out << "</attvalues>";
    }
    out << "</node>\n";
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
