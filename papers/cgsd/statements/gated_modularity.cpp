#include "papers/cgsd/statements/gated_modularity.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/metrics/cut_quality.hpp"

namespace cgsd {
namespace {

// The graph with weights σ(κ) / the largest of them.
Graph gated_graph(const PartitionedGraph& parts) {
  const double largest = log_sigmoid(*std::ranges::max_element(parts.curvature));
  std::vector<double> weights(parts.curvature.size());
  std::ranges::transform(parts.curvature, weights.begin(),
                         [largest](double kappa) { return std::exp(log_sigmoid(kappa) - largest); });
  const GraphView graph = parts.graph;
  return {{graph.offsets().begin(), graph.offsets().end()},
          {graph.targets().begin(), graph.targets().end()},
          std::move(weights),
          false};
}

double communities_with_edges(const PartitionedGraph& parts) {
  std::vector<bool> has_edges(static_cast<std::size_t>(parts.communities), false);
  for (NodeId v = 0; v < parts.graph.nodes(); ++v) {
    if (parts.graph.degree(v) > 0) has_edges[static_cast<std::size_t>(parts.community_of[v])] = true;
  }
  return static_cast<double>(std::ranges::count(has_edges, true));
}

// C_g from C and the mean gates, either of which may be that of no edges.
double gated_coverage(double coverage, double log_within, double log_cross) {
  if (coverage == 0.0 || coverage == 1.0) return coverage;
  return coverage / (coverage + (1.0 - coverage) * std::exp(log_cross - log_within));
}

}  // namespace

GatedModularity gated_modularity(const PartitionedGraph& parts, const SplitCurvature& curvature,
                                 const RunContext& run) {
  GatedModularity result{log_mean_gate(curvature.within),
                         log_mean_gate(curvature.cross),
                         kUndefined,
                         kUndefined,
                         kUndefined,
                         kUndefined,
                         kUndefined,
                         kUndefined,
                         kUndefined,
                         kUndefined};
  if (parts.graph.entries() == 0) return result;
  const CutQuality plain = cut_quality(parts.graph, parts.community_of, run);
  result.coverage = plain.coverage;
  result.modularity = plain.modularity;
  result.gated_modularity = cut_quality(gated_graph(parts), parts.community_of, run).modularity;
  result.gap = result.gated_modularity - plain.modularity;
  result.gated_coverage = gated_coverage(plain.coverage, result.log_gate_within, result.log_gate_cross);
  result.coverage_gap = result.gated_coverage - plain.coverage;
  const double outside = 1.0 - result.gated_coverage;
  result.lowest_gap = -outside * outside / 2.0 - plain.modularity;
  result.highest_gap = result.gated_coverage - 1.0 / communities_with_edges(parts) - plain.modularity;
  result.verdict =
      verdict_of(result.log_gate_within > result.log_gate_cross,
                 within_bound(result.lowest_gap, result.gap) && within_bound(result.gap, result.highest_gap));
  return result;
}

}  // namespace cgsd
