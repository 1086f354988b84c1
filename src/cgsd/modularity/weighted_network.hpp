// The graph as modularity reads it, and the same graph with every community shrunk to one node.
//
//   strength k_v   weight of the entries that leave v, what lies inside v twice;   W = Σ_v k_v
//   inside[v]      twice the weight of the edges shrunk into v: 0 for a node of the graph itself
//
// Modularity of a partition, at resolution γ (Newman & Girvan 2004; Reichardt & Bornholdt 2006):
//     Q = Σ_c (w_c / W − γ (K_c / W)²),   K_c = Σ_(v in c) k_v,
//     w_c = Σ_(v in c) (inside[v] + weight of v's entries to c).
//
// Shrinking leaves W and the Q of every coarser partition as they are.
//
// Edges of weight 0 are left out: they add no weight and connect nothing. All weights are multiplied by one power of
// two that brings the largest near 1, so that no sum overflows; Q does not change. Rows are in no particular order.
// Cost: O(n + m) each, over the threads; the same bits at any number of them.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct RowRange {
  EntryIndex begin = 0;
  EntryIndex end = 0;
};

struct WeightedNetwork {
  std::vector<RowRange> rows;       // the entries of v: [rows[v].begin, rows[v].end); between two rows may be a gap
  std::span<const NodeId> targets;  // never the node itself
  std::span<const double> weights;  // above 0; empty: every weight is 1
  std::vector<double> inside;
  std::vector<double> strength;
  double total = 0.0;                     // W
  EntryIndex entries = 0;                 // of all rows
  std::unique_ptr<NodeId[]> own_targets;  // what targets and weights refer to, unless it is the graph's
  std::unique_ptr<double[]> own_weights;

  NodeId nodes() const { return static_cast<NodeId>(strength.size()); }
  bool has_edges() const { return total > 0.0; }
  double weight(EntryIndex i) const { return weights.empty() ? 1.0 : weights[i]; }
  std::span<const NodeId> neighbours(NodeId v) const {
    return targets.subspan(rows[v].begin, rows[v].end - rows[v].begin);
  }
};

// Throws InvalidArgument, in the name of `method`, for a directed graph and for a weight below 0 or not finite.
// The network borrows the rows of the graph, which must outlive it.
WeightedNetwork network_of(GraphView graph, std::string_view method, const RunContext& run);
WeightedNetwork network_of(Graph&& graph, std::string_view method, const RunContext& run) = delete;

// One node per community; community_of[v] in [0, communities).
WeightedNetwork aggregated(const WeightedNetwork& network, std::span<const NodeId> community_of, NodeId communities,
                           const RunContext& run);

// Node v in community v.
std::vector<NodeId> each_alone(NodeId nodes);

// Gives every connected part of a community a label of its own, without gaps, and returns how many there are.
NodeId cut_into_connected_parts(const WeightedNetwork& network, std::vector<NodeId>& community_of);

// Renumbers in the order of first appearance, without gaps, and returns how many there are. Labels lie in [0, nodes).
NodeId renumber(std::vector<NodeId>& community_of);

// Numbered by size.
Partition partition_of(std::span<const NodeId> community_of);

// The weight of v's entries to its own community, found without branches that would be guessed wrong.
double weight_to_own(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of);

// Q of a network with edges.
double modularity(const WeightedNetwork& network, std::span<const NodeId> community_of, double resolution,
                  const RunContext& run);

}  // namespace cgsd
