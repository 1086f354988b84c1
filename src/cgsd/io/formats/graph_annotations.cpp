#include "cgsd/io/formats/graph_annotations.hpp"

#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

void check_length(std::size_t length, std::string_view what, std::size_t wanted, std::string_view of_what) {
  if (length == 0 || length == wanted) return;
  throw InvalidArgument(fmt::format("{} {} for {} {}", length, what, wanted, of_what));
}

}  // namespace

void check_annotations(const Dataset& dataset, const GraphAnnotations& annotations) {
  const Graph& graph = dataset.input.graph;
  check_length(dataset.names.size(), "names", graph.nodes(), "nodes");
  check_length(dataset.labels.class_of.size(), "labels", graph.nodes(), "nodes");
  check_length(annotations.community.size(), "communities", graph.nodes(), "nodes");
  check_length(annotations.curvature.size(), "curvatures", graph.entries(), "entries");
}

std::string class_name(const Labels& labels, std::int32_t label) {
  const auto index = static_cast<std::size_t>(label);
  return index < labels.class_names.size() ? labels.class_names[index] : std::to_string(label);
}

std::string xml_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "INF" : "-INF";
  return fmt::format("{}", number);
}

}  // namespace cgsd
