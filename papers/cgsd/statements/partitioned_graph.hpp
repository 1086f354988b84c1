// A graph split into communities as far as these are known, with the curvature that its edges have in the whole graph.
//
// Edges with an end that has no community (kUnlabelled) are left out; curvature and degrees stay those of the whole.
// Throws InvalidArgument for a directed graph and for sizes that do not fit. Cost: O(n + m).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

#include "papers/cgsd/statements/value_counts.hpp"

namespace cgsd {

struct PartitionedGraph {
  Graph graph;                             // as many nodes as the whole; weights are left out
  std::vector<double> curvature;           // one per entry
  std::vector<std::int32_t> community_of;  // ≥ 0; nodes without one are in 0, without edges
  std::vector<double> whole_degree;        // of every node, in the whole graph
  std::int32_t communities = 0;            // 1 + the largest number

  bool is_within(NodeId u, NodeId v) const { return community_of[u] == community_of[v]; }
};

PartitionedGraph partitioned_graph(GraphView whole, std::span<const double> curvature,
                                   std::span<const std::int32_t> community_of, const RunContext& run);

// The curvatures of the undirected edges within and across communities.
struct SplitCurvature {
  ValueCounts within;
  ValueCounts cross;
};
SplitCurvature split_curvature(const PartitionedGraph& parts);

// The same without the edges across communities.
PartitionedGraph without_cross_edges(const PartitionedGraph& parts);

}  // namespace cgsd
