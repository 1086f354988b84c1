// Nodes that choose together and then act in order, none of them on what an earlier one of the batch has changed.
//
// Who acts changes what its neighbours see. So of a batch only those nodes act that have no neighbour among the
// earlier ones that want to act; the others wait. Batches are small beside the network: a node has half a neighbour in
// its own on average. Networks that are small or dense have batches of one node.
// The size of batches and the order depend on the network alone: the same bits at any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

// How many nodes of the network choose together.
std::size_t batch_size(const WeightedNetwork& network);

// Every node once, in random order; beyond some thousand nodes in random runs of consecutive nodes, whose rows lie
// together in memory.
std::vector<NodeId> random_order(NodeId nodes, RandomSequence& random);

// Who of a batch wants to act, and who has to wait for a neighbour.
class BatchTurns {
 public:
  explicit BatchTurns(NodeId nodes) : turn_(nodes, 0) {}

  // batch[place] wants to act. Any thread, each node by one.
  void enter(NodeId v, std::size_t place) { turn_[v] = static_cast<std::uint16_t>(place + 1); }
  // Whether a neighbour wants to act before v, which has entered.
  bool must_wait(const WeightedNetwork& network, NodeId v) const {
    for (const NodeId u : network.neighbours(v)) {
      const std::uint16_t other = turn_[u];
      if (other != 0 && other < turn_[v]) return true;
    }
    return false;
  }
  void clear(std::span<const NodeId> batch) {
    for (const NodeId v : batch) turn_[v] = 0;
  }

 private:
  std::vector<std::uint16_t> turn_;  // its place in the batch + 1; 0: does not want to act
};

}  // namespace cgsd
