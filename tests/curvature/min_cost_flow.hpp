// The slow twin of optimal transport: successive cheapest paths by Bellman–Ford on a dense residual matrix, for any
// integer costs ≥ 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace cgsd::testing {

using Amounts = std::vector<std::int64_t>;
using CostTable = std::vector<std::vector<int>>;  // [source][sink]

class Transport {
 public:
  Transport(Amounts supply, Amounts demand, const CostTable& cost)
      : supply_(std::move(supply)),
        demand_(std::move(demand)),
        cost_(cost),
        flow_(supply_.size(), std::vector<std::int64_t>(demand_.size(), 0)) {}

  std::int64_t least_cost() {
    std::int64_t total = 0;
    for (;;) {
      find_paths();
      std::size_t goal = nodes();
      for (std::size_t t = sources(); t < nodes(); ++t) {
        if (demand_[t - sources()] > 0 && distance_[t] < (goal == nodes() ? kFar : distance_[goal])) goal = t;
      }
      if (goal == nodes()) return total;
      total += send(goal) * distance_[goal];
    }
  }

 private:
  static constexpr int kFar = 1'000'000;
  std::size_t sources() const { return supply_.size(); }
  std::size_t nodes() const { return supply_.size() + demand_.size(); }

  bool relax(std::size_t from, std::size_t to, int length) {
    if (distance_[from] == kFar || distance_[from] + length >= distance_[to]) return false;
    distance_[to] = distance_[from] + length;
    parent_[to] = from;
    return true;
  }

  void find_paths() {
    distance_.assign(nodes(), kFar);
    parent_.assign(nodes(), nodes());
    for (std::size_t s = 0; s < sources(); ++s) distance_[s] = supply_[s] > 0 ? 0 : kFar;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t s = 0; s < sources(); ++s) {
        for (std::size_t t = 0; t < demand_.size(); ++t) {
          changed |= relax(s, sources() + t, cost_[s][t]);
          if (flow_[s][t] > 0) changed |= relax(sources() + t, s, -cost_[s][t]);
        }
      }
    }
  }

  // As much as the path to `goal` takes.
  std::int64_t send(std::size_t goal) {
    std::int64_t amount = demand_[goal - sources()];
    std::size_t root = goal;
    for (; parent_[root] != nodes(); root = parent_[root]) {
      if (root < sources()) amount = std::min(amount, flow_[root][parent_[root] - sources()]);
    }
    amount = std::min(amount, supply_[root]);
    for (std::size_t at = goal; parent_[at] != nodes(); at = parent_[at]) {
      if (at < sources()) {
        flow_[at][parent_[at] - sources()] -= amount;
      } else {
        flow_[parent_[at]][at - sources()] += amount;
      }
    }
    supply_[root] -= amount;
    demand_[goal - sources()] -= amount;
    return amount;
  }

  Amounts supply_;
  Amounts demand_;
  const CostTable& cost_;
  std::vector<std::vector<std::int64_t>> flow_;
  std::vector<int> distance_;
  std::vector<std::size_t> parent_;
};

inline std::int64_t least_transport_cost(Amounts supply, Amounts demand, const CostTable& cost) {
  return Transport(std::move(supply), std::move(demand), cost).least_cost();
}

}  // namespace cgsd::testing
