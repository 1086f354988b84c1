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
// No loop over a row has a branch on a community: it would be guessed wrong so often that this costs more than all else.
// Cost: O(degree of v).
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

class NeighbourWeights {
 public:
  struct Division {
    double own;
    double others;  // all together; no single one has more, rounding or not: both are sums in the order of the row
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

  Division divide(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of) {
    const auto [begin, end] = network.rows[v];
    const NodeId own = community_of[v];
    make_room(end - begin);
    std::size_t count = 0;
    Division division{0.0, 0.0};
    if (network.weights.empty()) {
      for (EntryIndex i = begin; i < end; ++i) {
        const NodeId c = community_of[network.targets[i]];
        others_[count] = c;  // stays only if it is counted
        count += c == own ? 0 : 1;
      }
      division = {static_cast<double>(end - begin - count), static_cast<double>(count)};
    } else {
      for (EntryIndex i = begin; i < end; ++i) {
        const NodeId c = community_of[network.targets[i]];
        const double weight = network.weights[i];
        others_[count] = c;
        other_weights_[count] = weight;
        count += c == own ? 0 : 1;
        division.own += c == own ? weight : 0.0;
        division.others += c == own ? 0.0 : weight;
      }
    }
    others_count_ = count;
    return division;
  }

  // After divide(): collects that row, but for the node's own community.
  void collect_others(const WeightedNetwork& network) {
    const auto community = [&](std::size_t i) { return others_[i]; };
    if (network.weights.empty()) {
      add_each(0, others_count_, community, [](std::size_t) { return 1.0; });
    } else {
      add_each(0, others_count_, community, [&](std::size_t i) { return other_weights_[i]; });
    }
  }

  // The weight to each piece around v, of v's community only. `pieces` is what the caller will read of each piece.
  template <class Piece>
  void collect_within(const WeightedNetwork& network, NodeId v, std::span<const NodeId> community_of,
                      std::span<const NodeId> piece_of, std::span<const Piece> pieces) {
    const auto [begin, end] = network.rows[v];
    const NodeId own = community_of[v];
    std::size_t count = count_;
    for (EntryIndex i = begin; i < end; ++i) {
      fetch(network, i + kAhead, community_of, piece_of, pieces);
      const NodeId u = network.targets[i];
      const NodeId piece = piece_of[u];
      const bool within = community_of[u] == own;
      met_[count] = piece;  // stays only if it is new
      count += static_cast<unsigned>(within) & static_cast<unsigned>(weight_[piece] == 0.0);
      weight_[piece] += within ? network.weight(i) : 0.0;
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

  // Between two rows may be a gap, which holds anything.
  template <class... Spans>
  void fetch(const WeightedNetwork& network, EntryIndex i, const Spans&... by_node) const {
    if (i >= network.targets.size()) return;
    const NodeId u = network.targets[i];
    if (u >= weight_.size()) return;
    __builtin_prefetch(&weight_[u]);
    (__builtin_prefetch(&by_node[u]), ...);
  }

  void make_room(std::size_t entries) {
    if (others_.size() > entries) return;
    others_.resize(2 * entries + 1);
    other_weights_.resize(2 * entries + 1);
  }

  std::vector<double> weight_;  // 0 but for those met
  std::vector<NodeId> met_;     // the first count_, and one place to spare
  std::size_t count_ = 0;
  std::vector<NodeId> others_;  // entry by entry, the first others_count_, and one place to spare
  std::vector<double> other_weights_;
  std::size_t others_count_ = 0;
};

}  // namespace cgsd
