#include "cgsd/modularity/local_moving.hpp"

#include <atomic>
#include <limits>
#include <span>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/modularity/neighbour_weights.hpp"
#include "cgsd/modularity/neighbouring_batches.hpp"
#include "cgsd/modularity/scratch_pool.hpp"

namespace cgsd {
namespace {

// A gain must exceed this share of the node's strength (1 + γ times): far above rounding, far below any real gain.
constexpr double kRounding = 1e-12;
constexpr std::size_t kNodesOfAMovingBlock = 256;
constexpr NodeId kOfItsOwn = std::numeric_limits<NodeId>::max();  // a community that does not exist yet

// Where a node wants to go, and the weights between it and the two communities.
struct Wish {
  NodeId to;
  bool waits;
  double own_weight;
  double to_weight;
};

class LocalMoving {
 public:
  LocalMoving(const WeightedNetwork& network, double resolution, std::vector<NodeId>& community_of)
      : network_(network),
        share_(resolution / network.total),
        least_gain_(kRounding * (1.0 + resolution)),
        community_of_(community_of),
        strength_(large_vector<double>(network.nodes())),
        size_(network.nodes(), 0),
        waits_(network.nodes(), 1),
        turns_(network.nodes()),
        pool_([nodes = network.nodes()] { return NeighbourWeights(nodes); }) {
    for (NodeId v = 0; v < network.nodes(); ++v) {
      strength_[community_of[v]] += network.strength[v];
      ++size_[community_of[v]];
    }
    for (NodeId c = network.nodes(); c-- > 0;) {
      if (size_[c] == 0) empty_.push_back(c);
    }
  }

  // Visits the waiting nodes once; returns the number of moves.
  std::uint64_t sweep(std::span<const NodeId> order, std::size_t batch, const RunContext& run) {
    if (batch == 1) return sweep_one_by_one(order, run);
    std::uint64_t moves = 0;
    batch_.clear();
    for (const NodeId v : order) {
      if (waits_[v] == 0) continue;
      waits_[v] = 0;
      batch_.push_back(v);
      if (batch_.size() < batch) continue;
      moves += move_batch(run);
      batch_.clear();
    }
    if (!batch_.empty()) moves += move_batch(run);
    return moves;
  }

  bool anyone_waits() const { return std::ranges::find(waits_, 1) != waits_.end(); }

 private:
  std::uint64_t sweep_one_by_one(std::span<const NodeId> order, const RunContext& run) {
    const auto weights = pool_.lend();
    std::uint64_t moves = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i % 1024 == 0) run.check_stop();
      const NodeId v = order[i];
      if (waits_[v] == 0) continue;
      waits_[v] = 0;
      const Wish wish = wish_of(v, *weights);
      if (wish.to == community_of_[v]) continue;
      settle(v, wish.to);
      wake_neighbours(v);
      ++moves;
    }
    return moves;
  }

  std::uint64_t move_batch(const RunContext& run) {
    wishes_.resize(batch_.size());
    parallel_for(run, batch_.size(), kNodesOfAMovingBlock, [&](std::size_t begin, std::size_t end) {
      const auto weights = pool_.lend();
      for (std::size_t i = begin; i < end; ++i) {
        wishes_[i] = wish_of(batch_[i], *weights);
        if (wishes_[i].to != community_of_[batch_[i]]) turns_.enter(batch_[i], i);
      }
    });
    parallel_for(run, batch_.size(), kNodesOfAMovingBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        wishes_[i].waits = wishes_[i].to != community_of_[batch_[i]] && turns_.must_wait(network_, batch_[i]);
      }
    });
    turns_.clear(batch_);
    moved_.clear();
    for (std::size_t i = 0; i < batch_.size(); ++i) grant(batch_[i], wishes_[i]);
    parallel_for(run, moved_.size(), kNodesOfAMovingBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) wake_neighbours(moved_[i]);
    });
    return moved_.size();
  }

  Wish wish_of(NodeId v, NeighbourWeights& weights) const {
    const NodeId own = community_of_[v];
    const double k = network_.strength[v];
    const double expected_share = share_ * k;
    const auto [own_weight, others_weight] = weights.divide(network_, v, community_of_);

    Wish wish{.to = own, .waits = false, .own_weight = own_weight, .to_weight = own_weight};
    double best = own_weight - expected_share * (strength_[own] - k) + least_gain_ * k;
    if (others_weight <= best) return wish;  // no community can be worth more
    weights.collect_others();
    for (const NodeId c : weights.met()) {
      if (c == own) continue;
      const double gain = weights.to(c) - expected_share * strength_[c];
      if (gain > best) {
        wish.to = c;
        best = gain;
      }
    }
    if (best < 0.0 && size_[own] > 1) wish.to = kOfItsOwn;
    if (wish.to != kOfItsOwn && wish.to != own) wish.to_weight = weights.to(wish.to);
    weights.clear();
    return wish;
  }

  // Moves v unless it has to wait or others have moved such that Q would no longer grow. The weights are those of now.
  void grant(NodeId v, const Wish& wish) {
    const NodeId own = community_of_[v];
    if (wish.to == own) return;
    const double k = network_.strength[v];
    const double stay = wish.own_weight - share_ * k * (strength_[own] - k);
    const bool alone = wish.to == kOfItsOwn;
    const double go = alone ? 0.0 : wish.to_weight - share_ * k * strength_[wish.to];
    if (wish.waits || go <= stay + least_gain_ * k || (alone && size_[own] == 1)) {
      waits_[v] = 1;
      return;
    }
    settle(v, wish.to);
    moved_.push_back(v);
  }

  void settle(NodeId v, NodeId to) {
    const NodeId from = community_of_[v];
    if (to == kOfItsOwn) {
      to = empty_.back();  // v has company, so some label is free
      empty_.pop_back();
      strength_[to] = 0.0;
    }
    ++size_[to];
    strength_[to] += network_.strength[v];
    strength_[from] -= network_.strength[v];
    if (--size_[from] == 0) {
      empty_.push_back(from);
      strength_[from] = 0.0;
    }
    community_of_[v] = to;
  }

  void wake_neighbours(NodeId v) {
    const NodeId own = community_of_[v];
    for (const NodeId u : network_.neighbours(v)) {
      if (community_of_[u] != own) std::atomic_ref(waits_[u]).store(1, std::memory_order_relaxed);
    }
  }

  const WeightedNetwork& network_;
  double share_;       // γ / W
  double least_gain_;  // beyond staying, as a share of k_v
  std::vector<NodeId>& community_of_;
  std::vector<double> strength_;  // K_C
  std::vector<NodeId> size_;
  std::vector<NodeId> empty_;
  std::vector<std::uint8_t> waits_;
  BatchTurns turns_;
  ScratchPool<NeighbourWeights> pool_;
  std::vector<NodeId> batch_;
  std::vector<Wish> wishes_;
  std::vector<NodeId> moved_;
};

}  // namespace

std::uint64_t move_nodes(const WeightedNetwork& network, const MovingSettings& settings,
                         std::vector<NodeId>& community_of, RandomSequence& random, const RunContext& run) {
  LocalMoving moving(network, settings.resolution, community_of);
  const std::vector<NodeId> order = random_order(network.nodes(), random);
  const std::size_t batch = batch_size(network);
  const double few = settings.patience * network.nodes();
  std::uint64_t moves = 0;
  for (bool goes_on = true; goes_on;) {
    const std::uint64_t moved = moving.sweep(order, batch, run);
    moves += moved;
    goes_on = static_cast<double>(moved) > few || (settings.patience == 0.0 && moving.anyone_waits());
  }
  return moves;
}

}  // namespace cgsd
