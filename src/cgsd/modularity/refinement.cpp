#include "cgsd/modularity/refinement.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/modularity/neighbour_weights.hpp"
#include "cgsd/modularity/neighbouring_batches.hpp"
#include "cgsd/modularity/scratch_pool.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNodesOfARefiningBlock = 256;
constexpr double kNegligible = -40.0;  // exp of it vanishes beside 1

struct Candidate {
  NodeId piece;
  double gain;
};

// Beside each other, for whoever looks at one needs the other.
struct Piece {
  double strength;  // K_C
  double border;    // w(C, S − C)
};

// What a block of nodes needs to choose.
struct ChoiceScratch {
  NeighbourWeights weights;
  std::vector<Candidate> candidates;
};

// The piece that a node wants to join, its own if none, and the weight between them.
struct Choice {
  NodeId piece;
  bool waits;
  double weight;
};

class Refinement {
 public:
  Refinement(const WeightedNetwork& network, std::span<const NodeId> community_of, const RefinementSettings& settings)
      : network_(network),
        community_of_(community_of),
        share_(settings.resolution / network.total),
        temperature_(settings.randomness * settings.mean_weight),
        community_strength_(large_vector<double>(network.nodes())),
        piece_of_(each_alone(network.nodes())),
        pieces_(large_vector<Piece>(network.nodes())),
        size_(network.nodes(), 1),
        turns_(network.nodes()),
        pool_([nodes = network.nodes()] {
          return ChoiceScratch{NeighbourWeights(nodes), {}};
        }) {
    for (NodeId v = 0; v < network.nodes(); ++v) community_strength_[community_of[v]] += network.strength[v];
  }

  void measure_borders(const RunContext& run) {
    parallel_for(run, network_.nodes(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        pieces_[v] = {network_.strength[v], weight_to_own(network_, static_cast<NodeId>(v), community_of_)};
      }
    });
  }

  // Visits the nodes in order, batch by batch; those that had to wait for a neighbour are left over.
  void visit(std::span<const NodeId> nodes, std::size_t batch, const RandomStream& stream, const RunContext& run) {
    if (batch == 1) return visit_one_by_one(nodes, stream, run);
    for (std::size_t begin = 0; begin < nodes.size(); begin += batch) {
      visit_batch(nodes.subspan(begin, std::min(batch, nodes.size() - begin)), stream, run);
    }
  }

  std::vector<NodeId> take_left() { return std::exchange(left_, {}); }
  std::vector<NodeId> take() && { return std::move(piece_of_); }

 private:
  void visit_one_by_one(std::span<const NodeId> nodes, const RandomStream& stream, const RunContext& run) {
    const auto scratch = pool_.lend();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i % 1024 == 0) run.check_stop();
      const Choice choice = choice_of(nodes[i], *scratch, stream);
      if (choice.piece != piece_of_[nodes[i]]) join(nodes[i], choice);
    }
  }

  void visit_batch(std::span<const NodeId> batch, const RandomStream& stream, const RunContext& run) {
    choices_.resize(batch.size());
    parallel_for(run, batch.size(), kNodesOfARefiningBlock, [&](std::size_t begin, std::size_t end) {
      const auto scratch = pool_.lend();
      for (std::size_t i = begin; i < end; ++i) {
        choices_[i] = choice_of(batch[i], *scratch, stream);
        if (choices_[i].piece != piece_of_[batch[i]]) turns_.enter(batch[i], i);
      }
    });
    parallel_for(run, batch.size(), kNodesOfARefiningBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        choices_[i].waits = choices_[i].piece != piece_of_[batch[i]] && turns_.must_wait(network_, batch[i]);
      }
    });
    turns_.clear(batch);
    for (std::size_t i = 0; i < batch.size(); ++i) grant(batch[i], choices_[i]);
  }

  Choice choice_of(NodeId v, ChoiceScratch& scratch, const RandomStream& stream) const {
    const NodeId own = piece_of_[v];
    Choice choice{.piece = own, .waits = false, .weight = 0.0};
    if (size_[own] > 1 || pieces_[own].border == 0.0 || !well_connected(own, community_of_[v])) return choice;
    scratch.weights.collect_within<Piece>(network_, v, community_of_, piece_of_, pieces_);
    choice.piece = drawn(v, scratch, stream);
    choice.weight = scratch.weights.to(choice.piece);
    scratch.weights.clear();
    return choice;
  }

  bool well_connected(NodeId piece, NodeId community) const {
    const auto [strength, border] = pieces_[piece];
    const double expected = share_ * strength * (community_strength_[community] - strength);
    return border >= expected * (1.0 - 1e-12);
  }

  NodeId drawn(NodeId v, ChoiceScratch& scratch, const RandomStream& stream) const {
    auto& candidates = scratch.candidates;
    Candidate best{piece_of_[v], 0.0};
    candidates.assign(1, best);
    for (const NodeId piece : scratch.weights.met()) {
      const double gain = scratch.weights.to(piece) - share_ * network_.strength[v] * pieces_[piece].strength;
      if (gain < 0.0 || !well_connected(piece, community_of_[v])) continue;
      if (gain > best.gain || candidates.size() == 1) best = {piece, gain};
      candidates.push_back({piece, gain});
    }
    if (candidates.size() == 1 || temperature_ == 0.0) return best.piece;

    double sum = 0.0;
    for (Candidate& candidate : candidates) {
      const double exponent = (candidate.gain - best.gain) / temperature_;
      if (exponent > kNegligible) sum += std::exp(exponent);
      candidate.gain = sum;  // from here on: the end of its share of [0, sum)
    }
    if (sum == 1.0) return best.piece;  // nothing to draw
    const double mark = stream.uniform(v) * sum;
    for (const Candidate& candidate : candidates) {
      if (mark < candidate.gain) return candidate.piece;
    }
    return best.piece;  // rounding: mark = sum
  }

  // Joins v unless it has to wait, or others have joined such that the choice is no longer open.
  void grant(NodeId v, const Choice& choice) {
    if (choice.piece == piece_of_[v] || size_[v] > 1) return;  // somebody has joined v: it is not alone any more
    const double gain = choice.weight - share_ * network_.strength[v] * pieces_[choice.piece].strength;
    if (choice.waits || gain < 0.0 || !well_connected(choice.piece, community_of_[v])) {
      left_.push_back(v);
    } else {
      join(v, choice);
    }
  }

  void join(NodeId v, const Choice& choice) {
    pieces_[choice.piece].border += pieces_[v].border - 2.0 * choice.weight;
    pieces_[choice.piece].strength += pieces_[v].strength;
    ++size_[choice.piece];
    size_[v] = 0;
    piece_of_[v] = choice.piece;
  }

  const WeightedNetwork& network_;
  std::span<const NodeId> community_of_;
  double share_;                            // γ / W
  double temperature_;                      // θ w̄
  std::vector<double> community_strength_;  // K_S
  std::vector<NodeId> piece_of_;            // a piece bears the number of its first node
  std::vector<Piece> pieces_;
  std::vector<NodeId> size_;
  BatchTurns turns_;
  ScratchPool<ChoiceScratch> pool_;
  std::vector<Choice> choices_;
  std::vector<NodeId> left_;
};

}  // namespace

Refined refined(const WeightedNetwork& network, std::span<const NodeId> community_of,
                const RefinementSettings& settings, RandomSequence& random, const RunContext& run) {
  Refinement refinement(network, community_of, settings);
  refinement.measure_borders(run);
  std::vector<NodeId> order = random_order(network.nodes(), random);
  const RandomStream stream(random());
  const std::size_t batch = batch_size(network);
  while (!order.empty()) {
    refinement.visit(order, order.size() < batch ? 1 : batch, stream, run);
    order = refinement.take_left();
  }
  Refined result{std::move(refinement).take()};
  result.pieces = renumber(result.piece_of);
  return result;
}

}  // namespace cgsd
