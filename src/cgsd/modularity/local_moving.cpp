#include "cgsd/modularity/local_moving.hpp"

#include <span>

#include "cgsd/modularity/neighbour_weights.hpp"

namespace cgsd {
namespace {

// A gain must exceed this share of the node's strength (1 + γ times): far above rounding, far below any real gain.
constexpr double kRounding = 1e-12;

// First in, first out; every node at most once.
class NodeQueue {
 public:
  explicit NodeQueue(NodeId nodes) : places_(nodes), waits_(nodes, 0) {}

  bool empty() const { return waiting_ == 0; }
  void push(NodeId v) {
    if (waits_[v] != 0) return;
    waits_[v] = 1;
    places_[end_] = v;
    end_ = end_ + 1 == places_.size() ? 0 : end_ + 1;
    ++waiting_;
  }
  NodeId pop() {
    const NodeId v = places_[begin_];
    begin_ = begin_ + 1 == places_.size() ? 0 : begin_ + 1;
    waits_[v] = 0;
    --waiting_;
    return v;
  }

 private:
  std::vector<NodeId> places_;  // a ring
  std::vector<char> waits_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t waiting_ = 0;
};

class LocalMoving {
 public:
  LocalMoving(const WeightedNetwork& network, double resolution, std::vector<NodeId>& community_of)
      : network_(network),
        resolution_(resolution),
        community_of_(community_of),
        strength_(network.nodes(), 0.0),
        size_(network.nodes(), 0),
        queue_(network.nodes()),
        weights_(network.nodes()) {
    for (NodeId v = 0; v < network.nodes(); ++v) {
      strength_[community_of[v]] += network.strength[v];
      ++size_[community_of[v]];
    }
    for (NodeId c = network.nodes(); c-- > 0;) {
      if (size_[c] == 0) empty_.push_back(c);
    }
  }

  // All nodes enter the queue; returns the number of moves until it is empty.
  std::uint64_t until_rest(std::span<const NodeId> order, const RunContext& run) {
    for (const NodeId v : order) queue_.push(v);
    std::uint64_t moves = 0;
    for (std::uint64_t visits = 0; !queue_.empty(); ++visits) {
      if (visits % 1024 == 0) run.check_stop();
      if (visit(queue_.pop())) ++moves;
    }
    return moves;
  }

 private:
  bool visit(NodeId v) {
    const NodeId own = community_of_[v];
    const double k = network_.strength[v];
    const double expected_share = resolution_ * k / network_.total;
    strength_[own] -= k;
    weights_.collect(network_, v, community_of_);

    NodeId best = own;
    double best_gain = weights_.to(own) - expected_share * strength_[own] + kRounding * (1.0 + resolution_) * k;
    for (const NodeId c : weights_.met()) {
      const double gain = weights_.to(c) - expected_share * strength_[c];
      if (gain > best_gain) {
        best = c;
        best_gain = gain;
      }
    }
    if (best_gain < 0.0 && size_[own] > 1) best = empty_.back();  // v has company, so some label is free
    weights_.clear();
    strength_[best] += k;
    if (best == own) return false;
    settle(v, own, best);
    return true;
  }

  void settle(NodeId v, NodeId from, NodeId to) {
    if (size_[to]++ == 0) {
      empty_.pop_back();
      strength_[to] = network_.strength[v];
    }
    if (--size_[from] == 0) {
      empty_.push_back(from);
      strength_[from] = 0.0;
    }
    community_of_[v] = to;
    for (EntryIndex i = network_.offsets[v]; i < network_.offsets[v + 1]; ++i) {
      const NodeId u = network_.targets[i];
      if (community_of_[u] != to) queue_.push(u);
    }
  }

  const WeightedNetwork& network_;
  double resolution_;
  std::vector<NodeId>& community_of_;
  std::vector<double> strength_;  // K_C
  std::vector<NodeId> size_;
  std::vector<NodeId> empty_;
  NodeQueue queue_;
  NeighbourWeights weights_;
};

}  // namespace

std::uint64_t move_nodes(const WeightedNetwork& network, double resolution, std::vector<NodeId>& community_of,
                         RandomSequence& random, const RunContext& run) {
  LocalMoving moving(network, resolution, community_of);
  std::vector<NodeId> order = each_alone(network.nodes());  // 0, 1, 2, …
  shuffle(std::span(order), random);
  return moving.until_rest(order, run);
}

}  // namespace cgsd
