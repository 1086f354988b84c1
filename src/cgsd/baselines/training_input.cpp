#include "cgsd/baselines/training_input.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {

void check_training_graph(const Graph& graph, std::int32_t communities, std::string_view method) {
  if (graph.directed()) {
    throw InvalidArgument(fmt::format("{}: needs an undirected graph; build the graph with directed = false", method));
  }
  if (std::cmp_greater(communities, graph.nodes())) {
    throw InvalidArgument(
        fmt::format("{}: communities = {}: more than the {} nodes", method, communities, graph.nodes()));
  }
  if (!std::ranges::all_of(graph.weights(), [](double w) { return std::isfinite(w) && w >= 0.0; })) {
    throw InvalidArgument(fmt::format("{}: needs edge weights of 0 or above", method));
  }
}

void check_training_input(const AttributedGraph& input, std::int32_t communities, std::string_view method) {
  check_training_graph(input.graph, communities, method);
  const Features& features = input.features;
  if (features.none()) throw InvalidArgument(fmt::format("{}: needs features", method));
  if (features.rows() != input.graph.nodes()) {
    throw InvalidArgument(
        fmt::format("{}: {} rows of features for {} nodes", method, features.rows(), input.graph.nodes()));
  }
  const std::span<const float> values =
      features.is_sparse() ? std::span<const float>(features.sparse().values) : features.dense().values();
  if (!std::ranges::all_of(values, [](float x) { return std::isfinite(x); })) {
    throw InvalidArgument(fmt::format("{}: features must be finite numbers", method));
  }
}

}  // namespace cgsd
