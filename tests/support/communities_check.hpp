// Slow, plainly written twins for tests of community detection.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/graph/graph.hpp"

namespace cgsd::testing {

inline double weight_of(const Graph& graph, EntryIndex entry) {
  return graph.weighted() ? graph.weights()[entry] : 1.0;
}

// Q = Σ_(u,v in the same community) (A_uv − γ k_u k_v / W) / W, term by term over all pairs of nodes.
inline double pairwise_modularity(const Graph& graph, const std::vector<std::int32_t>& community_of,
                                  double resolution) {
  std::vector<double> strength(graph.nodes(), 0.0);
  double total = 0.0;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) strength[u] += weight_of(graph, i);
    total += strength[u];
  }
  double sum = 0.0;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (NodeId v = 0; v < graph.nodes(); ++v) {
      if (community_of[u] != community_of[v]) continue;
      const EntryIndex entry = find_entry(graph, u, v);
      const double weight = entry == graph.entries() ? 0.0 : weight_of(graph, entry);
      sum += weight - resolution * strength[u] * strength[v] / total;
    }
  }
  return sum / total;
}

// Spreads the lowest node of each community along edges of weight above 0; connected means that it reaches everyone.
inline bool communities_are_connected(const Graph& graph, const std::vector<std::int32_t>& community_of) {
  std::vector<NodeId> lowest(graph.nodes());
  for (NodeId u = 0; u < graph.nodes(); ++u) lowest[u] = u;
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
        const NodeId v = graph.targets()[i];
        if (community_of[u] != community_of[v] || weight_of(graph, i) == 0.0 || lowest[v] >= lowest[u]) continue;
        lowest[u] = lowest[v];
        changed = true;
      }
    }
  }
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (NodeId v = 0; v < u; ++v) {
      if (community_of[u] == community_of[v] && lowest[u] != lowest[v]) return false;
    }
  }
  return true;
}

}  // namespace cgsd::testing
