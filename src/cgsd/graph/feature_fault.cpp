#include "cgsd/graph/feature_fault.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

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

std::string feature_fault(const AttributedGraph& input) {
  const Features& features = input.features;
  if (features.none()) return {};
  if (features.rows() != input.graph.nodes()) {
    return fmt::format("features: {} rows for {} nodes", features.rows(), input.graph.nodes());
  }
  const std::span<const float> values =
      features.is_sparse() ? std::span<const float>(features.sparse().values) : features.dense().values();
  const auto bad = std::find_if(values.begin(), values.end(), [](float x) { return !std::isfinite(x); });
  if (bad == values.end()) return {};
  const auto [row, column] = position(features, static_cast<std::uint64_t>(bad - values.begin()));
  return fmt::format("features: row {}, column {} is {}", row, column, *bad);
}

}  // namespace cgsd
