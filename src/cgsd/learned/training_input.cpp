#include "cgsd/learned/training_input.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/input_checks.hpp"

namespace cgsd {

void check_training_graph(GraphView graph, std::int32_t communities, std::string_view method) {
  check_undirected(method, graph);
  check_communities(method, communities, graph.nodes());
  if (!std::ranges::all_of(graph.weights(), [](double w) { return std::isfinite(w) && w >= 0.0; })) {
    throw InvalidArgument(fmt::format("{}: needs edge weights of 0 or above", method));
  }
}

void check_training_input(const AttributedGraphView& input, std::int32_t communities, std::string_view method) {
  check_training_graph(input.graph, communities, method);
  check_attributes(method, input);
}

}  // namespace cgsd
