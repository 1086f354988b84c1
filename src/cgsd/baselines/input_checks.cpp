#include "cgsd/baselines/input_checks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

// Row and column of the number at place `at` of the features' values.
std::pair<std::uint64_t, std::uint64_t> position(const Features& features, std::uint64_t at) {
  if (!features.is_sparse()) return {at / features.cols(), at % features.cols()};
  const auto& offsets = features.sparse().offsets;
  const auto row = std::upper_bound(offsets.begin(), offsets.end(), at) - offsets.begin() - 1;
  return {static_cast<std::uint64_t>(row), features.sparse().columns[at]};
}

}  // namespace

void check_communities(std::string_view method, std::int32_t communities, std::size_t nodes) {
  if (communities == 0) throw InvalidArgument(fmt::format("{}: communities = 0: say how many to find", method));
  if (std::cmp_greater(communities, nodes)) {
    throw InvalidArgument(fmt::format("{}: communities = {}: more than the {} nodes", method, communities, nodes));
  }
}

void check_undirected(std::string_view method, const Graph& graph) {
  if (!graph.directed()) return;
  throw InvalidArgument(fmt::format("{}: needs an undirected graph; build the graph with directed = false", method));
}

void check_features(std::string_view method, const AttributedGraph& input) {
  const Features& features = input.features;
  if (features.none()) throw InvalidArgument(fmt::format("{}: needs features, but the graph has none", method));
  if (features.rows() != input.graph.nodes()) {
    throw InvalidArgument(
        fmt::format("{}: features: {} rows for {} nodes", method, features.rows(), input.graph.nodes()));
  }
  const std::span<const float> values =
      features.is_sparse() ? std::span<const float>(features.sparse().values) : features.dense().values();
  const auto bad = std::find_if(values.begin(), values.end(), [](float x) { return !std::isfinite(x); });
  if (bad == values.end()) return;
  const auto [row, column] = position(features, static_cast<std::uint64_t>(bad - values.begin()));
  throw InvalidArgument(fmt::format("{}: features: row {}, column {} is {}", method, row, column, *bad));
}

}  // namespace cgsd
