#include "papers/cgsd/theorems/modularity_gap.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "cgsd/metrics/cut_quality.hpp"

namespace cgsd {
namespace {

std::vector<double> sizes_of(std::span<const std::int32_t> community_of) {
  std::vector<double> sizes;
  for (const std::int32_t c : community_of) {
    sizes.resize(std::max(sizes.size(), static_cast<std::size_t>(c) + 1), 0.0);
    sizes[static_cast<std::size_t>(c)] += 1.0;
  }
  return sizes;
}

}  // namespace

double random_modularity(GraphView graph, std::span<const std::int32_t> community_of) {
  if (graph.entries() == 0) return std::numeric_limits<double>::quiet_NaN();
  const auto nodes = static_cast<double>(graph.nodes());
  const auto ends = static_cast<double>(graph.entries());  // 2m
  double squares = 0.0;
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    const auto degree = static_cast<double>(graph.degree(v));
    squares += degree * degree;
  }
  double expected = 0.0;
  for (const double size : sizes_of(community_of)) {
    const double pairs = size * (size - 1.0) / (nodes * (nodes - 1.0));
    expected += pairs - (size / nodes * squares + pairs * (ends * ends - squares)) / (ends * ends);
  }
  return expected;
}

double modularity_gap_bound(double gap, double share_within) { return gap / (1.0 / share_within - 1.0); }

ModularityGap modularity_gap(GraphView graph, std::span<const std::int32_t> found, const GapPremise& premise,
                             const RunContext& run) {
  ModularityGap result{.modularity = cut_quality(graph, found, run).modularity,
                       .random = random_modularity(graph, found),
                       .bound = modularity_gap_bound(premise.gap, premise.share_within),
                       .largest_constant = std::numeric_limits<double>::quiet_NaN()};
  if (premise.gap > 0.0) result.largest_constant = result.gain() / result.bound;
  return result;
}

}  // namespace cgsd
