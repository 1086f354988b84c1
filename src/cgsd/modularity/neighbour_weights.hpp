// The weight between one node and each community around it, collected in an array that is reused from node to node.
//
//   weights.collect(network, v, community_of);
//   for (NodeId c : weights.met()) … weights.to(c) …          // in the order of v's row
//   weights.clear();                                         // without it, the next collect adds to this one
//
// divide() is a cheap first look: how much weight stays in the community of v, how much leaves it. If that leaves a
// question, collect_others() answers it. While most nodes v are alone in communities v, the array is read all over:
// collect_singles() and collect_within() ask the memory for what comes soon.
//
// Loops over the rows of a graph have no branch on a community: it would be guessed wrong so often that this costs more
// than all else.
// Cost: O(degree of v).
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

class NeighbourWeights {
 public:
  struct Division {
    double own;
    double others;  // all together, or infinity if unknown
  };

  explicit NeighbourWeights(NodeId communities)
      : weight_(large_vector<double>(communities)), met_(communities + std::size_t{1}) {}

  void collect(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of) {
    const auto [begin, end] = network.rows[v];
    const auto community = [&](EntryIndex i) { return community_of[network.targets[i]]; };
    if (network.weights.empty()) {
      add_each(begin, end, community, [](EntryIndex) { return 1.0; });
    } else {
      add_each(begin, end, community, [&](EntryIndex i) { return network.weights[i]; });
    }
  }

  // The same. `strength` is what the caller will read of each community.
  void collect_singles(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of,
                       std::span<const double> strength) {
    const auto [begin, end] = network.rows[v];
    const auto community = [&](EntryIndex i) {
      fetch(network, i + kAhead, community_of, strength);
      return community_of[network.targets[i]];
    };
    add_each(begin, end, community, [&](EntryIndex i) { return network.weight(i); });
  }

  // Weights would make it slower than collect(): of a network that has them all is collected at once.
  Division divide(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of) {
    const auto [begin, end] = network.rows[v];
    const NodeId own = community_of[v];
    others_count_ = 0;
    if (!network.weights.empty()) {
      collect(network, v, community_of);
      return {weight_[own], std::numeric_limits<double>::infinity()};
    }
    if (others_.size() <= end - begin) others_.resize(2 * (end - begin) + 1);
    std::size_t count = 0;
    for (EntryIndex i = begin; i < end; ++i) {
      const NodeId c = community_of[network.targets[i]];
      others_[count] = c;  // stays only if it is counted
      count += c == own ? 0 : 1;
    }
    others_count_ = count;
    return {static_cast<double>(end - begin - count), static_cast<double>(count)};
  }

  // After divide(): collects that row. The node's own community may be among those met.
  void collect_others() {
    add_each(
        0, others_count_, [&](std::size_t i) { return others_[i]; }, [](std::size_t) { return 1.0; });
  }

  // The weight to each piece around v, of v's community only. `pieces` is what the caller will read of each piece.
  template <class Piece>
  void collect_within(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of,
                      std::span<const NodeId> piece_of, std::span<const Piece> pieces) {
    const auto [begin, end] = network.rows[v];
    const NodeId own = community_of[v];
    if (!network.weights.empty()) {  // shrunk: long rows that mostly leave the community, which is guessed well
      for (EntryIndex i = begin; i < end; ++i) {
        const NodeId u = network.targets[i];
        if (community_of[u] == own) add(piece_of[u], network.weights[i]);
      }
      return;
    }
    std::size_t count = count_;
    for (EntryIndex i = begin; i < end; ++i) {
      fetch(network, i + kAhead, community_of, piece_of, pieces);
      const NodeId u = network.targets[i];
      const NodeId piece = piece_of[u];
      const bool within = community_of[u] == own;
      met_[count] = piece;  // stays only if it is new
      count += static_cast<unsigned>(within) & static_cast<unsigned>(weight_[piece] == 0.0);
      weight_[piece] += within ? 1.0 : 0.0;
    }
    count_ = count;
  }

  std::span<const NodeId> met() const { return {met_.data(), count_}; }
  double to(NodeId c) const { return weight_[c]; }
  void clear() {
    for (const NodeId c : met()) weight_[c] = 0.0;
    count_ = 0;
  }

 private:
  static constexpr EntryIndex kAhead = 40;  // entries: of the same row or, as nodes are visited in runs, of the next

  void add(NodeId c, double weight) {
    add_each(
        0, 1, [&](std::size_t) { return c; }, [&](std::size_t) { return weight; });
  }

  template <class Community, class Weight>
  void add_each(std::size_t begin, std::size_t end, Community&& community, Weight&& weight) {
    std::size_t count = count_;
    for (std::size_t i = begin; i < end; ++i) {
      const NodeId c = community(i);
      met_[count] = c;  // stays only if it is new
      count += weight_[c] == 0.0 ? 1 : 0;
      weight_[c] += weight(i);
    }
    count_ = count;
  }

  // Rows that are not shrunk have no gaps between them.
  template <class... Spans>
  void fetch(const WeightedNetwork& network, EntryIndex i, const Spans&... by_node) const {
    if (i >= network.targets.size()) return;
    const NodeId u = network.targets[i];
    __builtin_prefetch(&weight_[u]);
    (__builtin_prefetch(&by_node[u]), ...);
  }

  std::vector<double> weight_;  // 0 but for those met
  std::vector<NodeId> met_;     // the first count_, and one place to spare
  std::size_t count_ = 0;
  std::vector<NodeId> others_;  // entry by entry, the first others_count_, and one place to spare
  std::size_t others_count_ = 0;
};

}  // namespace cgsd
