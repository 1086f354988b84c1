// The slow twin of optimal transport: successive cheapest paths by Bellman–Ford on a dense residual matrix, for any
// integer costs ≥ 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace cgsd::testing {

using Amounts = std::vector<std::int64_t>;
using CostTable = std::vector<std::vector<int>>;  // [source][sink]

inline std::int64_t least_transport_cost(Amounts supply, Amounts demand, const CostTable& cost) {
  const std::size_t sources = supply.size();
  const std::size_t nodes = sources + demand.size();
  std::vector<std::vector<std::int64_t>> flow(sources, std::vector<std::int64_t>(demand.size(), 0));
  std::int64_t total = 0;
  for (;;) {
    constexpr int kFar = 1'000'000;
    std::vector<int> distance(nodes, kFar);
    std::vector<std::size_t> parent(nodes, nodes);
    for (std::size_t s = 0; s < sources; ++s) distance[s] = supply[s] > 0 ? 0 : kFar;
    for (bool changed = true; changed;) {
      changed = false;
      const auto relax = [&](std::size_t from, std::size_t to, int length) {
        if (distance[from] == kFar || distance[from] + length >= distance[to]) return;
        distance[to] = distance[from] + length;
        parent[to] = from;
        changed = true;
      };
      for (std::size_t s = 0; s < sources; ++s) {
        for (std::size_t t = 0; t < demand.size(); ++t) {
          relax(s, sources + t, cost[s][t]);
          if (flow[s][t] > 0) relax(sources + t, s, -cost[s][t]);
        }
      }
    }
    std::size_t goal = nodes;
    for (std::size_t t = 0; t < demand.size(); ++t) {
      if (demand[t] > 0 && distance[sources + t] < (goal == nodes ? kFar : distance[goal])) goal = sources + t;
    }
    if (goal == nodes) return total;
    std::int64_t amount = demand[goal - sources];
    std::size_t root = goal;
    for (; parent[root] != nodes; root = parent[root]) {
      if (root < sources) amount = std::min(amount, flow[root][parent[root] - sources]);
    }
    amount = std::min(amount, supply[root]);
    for (std::size_t at = goal; parent[at] != nodes; at = parent[at]) {
      if (at < sources) {
        flow[at][parent[at] - sources] -= amount;
      } else {
        flow[parent[at]][at - sources] += amount;
      }
    }
    supply[root] -= amount;
    demand[goal - sources] -= amount;
    total += amount * distance[goal];
  }
}

}  // namespace cgsd::testing
