// The weight between one node and each community around it, collected in an array that is reused from node to node.
//
//   weights.collect(network, v, [&](NodeId u) { return community_of[u]; });
//   for (NodeId c : weights.met()) … weights.to(c) …          // in the order of v's row
//   weights.clear();
//
// Cost: O(degree of v).
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "cgsd/baselines/weighted_network.hpp"

namespace cgsd {

class NeighbourWeights {
 public:
  static constexpr NodeId kNone = std::numeric_limits<NodeId>::max();  // a neighbour that does not count

  explicit NeighbourWeights(NodeId communities) : weight_(communities, 0.0) {}

  template <class CommunityOf>
  void collect(const WeightedNetwork& network, NodeId v, CommunityOf&& community_of) {
    for (EntryIndex i = network.offsets[v]; i < network.offsets[v + 1]; ++i) {
      const NodeId c = community_of(network.targets[i]);
      if (c == kNone) continue;
      if (weight_[c] == 0.0) met_.push_back(c);
      weight_[c] += network.weights[i];
    }
  }
  std::span<const NodeId> met() const { return met_; }
  double to(NodeId c) const { return weight_[c]; }
  void clear() {
    for (const NodeId c : met_) weight_[c] = 0.0;
    met_.clear();
  }

 private:
  std::vector<double> weight_;  // 0 but for those met
  std::vector<NodeId> met_;
};

}  // namespace cgsd
