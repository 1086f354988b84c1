#include "cgsd/modularity/refinement.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/modularity/neighbour_weights.hpp"

namespace cgsd {
namespace {

class Refinement {
 public:
  Refinement(const WeightedNetwork& network, std::span<const NodeId> community_of, const RefinementSettings& settings)
      : network_(network),
        community_of_(community_of),
        share_(settings.resolution / network.total),
        temperature_(settings.randomness * settings.mean_weight),
        community_strength_(network.nodes(), 0.0),
        piece_of_(each_alone(network.nodes())),
        strength_(network.strength),
        border_(network.nodes(), 0.0),
        size_(network.nodes(), 1),
        weights_(network.nodes()) {
    for (NodeId v = 0; v < network.nodes(); ++v) {
      community_strength_[community_of[v]] += network.strength[v];
      for (EntryIndex i = network.offsets[v]; i < network.offsets[v + 1]; ++i) {
        if (community_of[network.targets[i]] == community_of[v]) border_[v] += network.weights[i];
      }
    }
  }

  void visit(NodeId v, RandomSequence& random) {
    const NodeId own = piece_of_[v];
    if (size_[own] > 1 || border_[own] == 0.0 || !well_connected(own, community_of_[v])) return;
    weights_.collect(network_, v, piece_of_);
    const NodeId piece = draw(v, random);
    if (piece != own) join(v, piece);
    weights_.clear();
  }

  std::vector<NodeId> take() && { return std::move(piece_of_); }

 private:
  bool well_connected(NodeId piece, NodeId community) const {
    const double expected = share_ * strength_[piece] * (community_strength_[community] - strength_[piece]);
    return border_[piece] >= expected * (1.0 - 1e-12);
  }

  NodeId draw(NodeId v, RandomSequence& random) {
    candidates_.assign(1, {piece_of_[v], 0.0});
    double largest = 0.0;
    for (const NodeId piece : weights_.met()) {
      if (community_of_[piece] != community_of_[v]) continue;  // a piece bears the number of its first node
      const double gain = weights_.to(piece) - share_ * network_.strength[v] * strength_[piece];
      if (gain < 0.0 || !well_connected(piece, community_of_[v])) continue;
      if (gain > largest || candidates_.size() == 1) best_ = piece;
      largest = std::max(largest, gain);
      candidates_.push_back({piece, gain});
    }
    if (candidates_.size() == 1) return piece_of_[v];
    if (temperature_ == 0.0) return best_;

    double sum = 0.0;
    for (Candidate& candidate : candidates_) {
      sum += std::exp((candidate.gain - largest) / temperature_);
      candidate.gain = sum;  // from here on: the end of its share of [0, sum)
    }
    const double mark = random.uniform() * sum;
    for (const Candidate& candidate : candidates_) {
      if (mark < candidate.gain) return candidate.piece;
    }
    return best_;  // rounding: mark = sum
  }

  void join(NodeId v, NodeId piece) {
    const NodeId own = piece_of_[v];
    border_[piece] += border_[own] - 2.0 * weights_.to(piece);
    strength_[piece] += strength_[own];
    ++size_[piece];
    piece_of_[v] = piece;
  }

  struct Candidate {
    NodeId piece;
    double gain;
  };

  const WeightedNetwork& network_;
  std::span<const NodeId> community_of_;
  double share_;                            // γ / W
  double temperature_;                      // θ w̄
  std::vector<double> community_strength_;  // K_S
  std::vector<NodeId> piece_of_;
  std::vector<double> strength_;  // K_C of the pieces
  std::vector<double> border_;    // w(C, S − C)
  std::vector<NodeId> size_;
  NeighbourWeights weights_;
  std::vector<Candidate> candidates_;
  NodeId best_ = 0;
};

}  // namespace

Refined refined(const WeightedNetwork& network, std::span<const NodeId> community_of,
                const RefinementSettings& settings, RandomSequence& random, const RunContext& run) {
  Refinement refinement(network, community_of, settings);
  std::vector<NodeId> order = each_alone(network.nodes());  // 0, 1, 2, …
  shuffle(std::span(order), random);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % 1024 == 0) run.check_stop();
    refinement.visit(order[i], random);
  }
  Refined result{std::move(refinement).take()};
  result.pieces = renumber(result.piece_of);
  return result;
}

}  // namespace cgsd
