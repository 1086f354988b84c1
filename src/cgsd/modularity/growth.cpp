#include "cgsd/modularity/growth.hpp"

#include <algorithm>
#include <span>

#include "cgsd/core/parallel.hpp"
#include "cgsd/modularity/neighbour_weights.hpp"
#include "cgsd/modularity/neighbouring_batches.hpp"
#include "cgsd/modularity/scratch_pool.hpp"

namespace cgsd {
namespace {

constexpr int kMostSweeps = 10;
constexpr double kFewOfTheNodes = 0.1;
constexpr double kSteepness = 100.0;  // x of one W
constexpr std::size_t kNodesOfAGrowingBlock = 256;

class Growth {
 public:
  Growth(const WeightedNetwork& network, double resolution)
      : network_(network),
        share_(resolution / network.total),
        most_(0.5 * network.total / static_cast<double>(network.entries)),
        group_of_(each_alone(network.nodes())),
        strength_(network.strength),
        pool_([nodes = network.nodes()] { return NeighbourWeights(nodes); }) {}

  // Returns the number of moves.
  std::size_t sweep(std::span<const NodeId> order, std::size_t batch, const RunContext& run) {
    std::size_t moves = 0;
    for (std::size_t begin = 0; begin < order.size(); begin += batch) {
      moves += move_batch(order.subspan(begin, std::min(batch, order.size() - begin)), run);
    }
    first_ = false;
    return moves;
  }

  std::vector<NodeId> take() && { return std::move(group_of_); }

 private:
  std::size_t move_batch(std::span<const NodeId> batch, const RunContext& run) {
    wish_.resize(batch.size());
    parallel_for(run, batch.size(), kNodesOfAGrowingBlock, [&](std::size_t begin, std::size_t end) {
      const auto weights = pool_.lend();
      for (std::size_t i = begin; i < end; ++i) wish_[i] = wish_of(batch[i], *weights);
    });
    std::size_t moves = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      NodeId& group = group_of_[batch[i]];
      if (group == wish_[i]) continue;
      strength_[group] -= network_.strength[batch[i]];
      strength_[wish_[i]] += network_.strength[batch[i]];
      group = wish_[i];
      ++moves;
    }
    return moves;
  }

  NodeId wish_of(NodeId v, NeighbourWeights& weights) const {
    const double k = network_.strength[v];
    const NodeId own = group_of_[v];
    NodeId wish = own;
    double best = 0.0;
    if (first_) {
      weights.collect_singles(network_, v, group_of_, strength_);
      best = worth(k, strength_[own] - k, weights.to(own));
    } else {
      const auto [own_weight, others_weight] = weights.divide(network_, v, group_of_);
      best = worth(k, strength_[own] - k, own_weight);
      if (others_weight + most_ <= best) return own;  // no group can be worth more
      weights.collect_others();
    }
    for (const NodeId c : weights.met()) {
      if (c == own) continue;
      const double value = worth(k, strength_[c], weights.to(c));
      if (value > best) {
        best = value;
        wish = c;
      }
    }
    weights.clear();
    return wish;
  }

  double worth(double k, double strength, double weight) const {
    return weight - share_ * k * strength + most_ - most_ / (1.0 + kSteepness * share_ * strength);
  }

  const WeightedNetwork& network_;
  double share_;       // γ / W
  double most_;        // w̄ / 2
  bool first_ = true;  // the first sweep: most nodes are alone
  std::vector<NodeId> group_of_;
  std::vector<double> strength_;  // K_C
  ScratchPool<NeighbourWeights> pool_;
  std::vector<NodeId> wish_;
};

}  // namespace

std::vector<NodeId> grown_groups(const WeightedNetwork& network, double resolution, RandomSequence& random,
                                 const RunContext& run) {
  Growth growth(network, resolution);
  const std::vector<NodeId> order = random_order(network.nodes(), random);
  const std::size_t batch = batch_size(network);
  const auto few = static_cast<std::size_t>(kFewOfTheNodes * network.nodes());
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    const std::size_t moved = growth.sweep(order, batch, run);
    if (moved <= few) break;
  }
  return std::move(growth).take();
}

}  // namespace cgsd
