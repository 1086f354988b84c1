#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/utf8.hpp"
#include "cgsd/io/exchange/gml.hpp"
#include "cgsd/io/exchange/own_columns.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

// ASCII in quotes, everything else as an entity.
std::string gml_text(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const char32_t point = take_code_point(text).value_or(kReplacement);
    if (point == '"' || point == '&' || point < 0x20 || point > 0x7e) {
      out += fmt::format("&#{};", static_cast<std::uint32_t>(point));
    } else {
      out += static_cast<char>(point);
    }
  }
  return out + '"';
}

// An integer without a point or exponent would not be a real number of GML.
std::string gml_real(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".eE") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

void write_gml(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
               const RunContext& run) {
  check_annotations(dataset, annotations);
  const Graph& graph = dataset.input.graph;
  std::vector<OwnColumn> columns = own_columns(dataset, annotations);
  TextWriter out(file);
  out << "graph [\n  directed " << (graph.directed() ? 1 : 0) << '\n';
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    run.check_stop();
    out << "  node [\n    id " << u << "\n    label " << gml_text(dataset.names.name(u)) << '\n';
    for (const OwnColumn& column : columns) {
      const std::string value = own_value(column, dataset, annotations, u);
      if (value.empty()) continue;
      std::string key = column.id;
      std::replace(key.begin(), key.end(), '.', '_');
      out << "    " << key << ' ' << (column.number ? value : gml_text(value)) << '\n';
    }
    out << "  ]\n";
  }
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    out << "  edge [\n    source " << u << "\n    target " << v << '\n';
    if (graph.weighted()) out << "    weight " << gml_real(graph.weights()[entry]) << '\n';
    if (!annotations.curvature.empty()) out << "    curvature " << gml_real(annotations.curvature[entry]) << '\n';
    out << "  ]\n";
  });
  out << "]\n";
  out.commit();
}

}  // namespace cgsd
