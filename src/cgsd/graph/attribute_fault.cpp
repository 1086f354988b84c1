#include "cgsd/graph/attribute_fault.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace cgsd {
namespace {

// Row and column of the number at place `at` of the attributes' values.
std::pair<std::uint64_t, std::uint64_t> position(AttributesView attributes, std::uint64_t at) {
  if (!attributes.is_sparse()) return {at / attributes.cols(), at % attributes.cols()};
  const auto offsets = attributes.sparse().offsets;
  const auto row = std::upper_bound(offsets.begin(), offsets.end(), at) - offsets.begin() - 1;
  return {static_cast<std::uint64_t>(row), attributes.sparse().columns[at]};
}

}  // namespace

std::string attribute_fault(const AttributedGraphView& input) {
  const AttributesView attributes = input.attributes;
  if (attributes.none()) return {};
  if (attributes.rows() != input.graph.nodes()) {
    return fmt::format("attributes: {} rows for {} nodes", attributes.rows(), input.graph.nodes());
  }
  const std::span<const float> values = attributes.values();
  const auto bad = std::find_if(values.begin(), values.end(), [](float x) { return !std::isfinite(x); });
  if (bad == values.end()) return {};
  const auto [row, column] = position(attributes, static_cast<std::uint64_t>(bad - values.begin()));
  return fmt::format("attributes: row {}, column {} is {}", row, column, *bad);
}

}  // namespace cgsd
