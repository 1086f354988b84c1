// The weight between one node and each community around it, collected in an array that is reused from node to node.
//
//   weights.collect(network, v, community_of);
//   for (NodeId c : weights.met()) … weights.to(c) …          // in the order of v's row
//   weights.clear();                                         // without it, the next collect adds to this one
//
// Cost: O(degree of v).
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

class NeighbourWeights {
 public:
  explicit NeighbourWeights(NodeId communities)
      : weight_(large_vector<double>(communities)), met_(communities + std::size_t{1}) {}

  void collect(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of) {
    const auto [begin, end] = network.rows[v];
    if (network.weights.empty()) {
      for (EntryIndex i = begin; i < end; ++i) add(community_of[network.targets[i]], 1.0);
    } else {
      for (EntryIndex i = begin; i < end; ++i) add(community_of[network.targets[i]], network.weights[i]);
    }
  }
  void add(NodeId c, double weight) {
    met_[count_] = c;  // kept only if new: a branch here would be guessed wrong half of the time
    count_ += weight_[c] == 0.0 ? 1 : 0;
    weight_[c] += weight;
  }
  std::span<const NodeId> met() const { return {met_.data(), count_}; }
  double to(NodeId c) const { return weight_[c]; }
  void clear() {
    for (const NodeId c : met()) weight_[c] = 0.0;
    count_ = 0;
  }

 private:
  std::vector<double> weight_;  // 0 but for those met
  std::vector<NodeId> met_;     // the first count_, and one place to spare
  std::size_t count_ = 0;
};

}  // namespace cgsd
