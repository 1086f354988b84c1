// The slow twin of Ollivier curvature: distances by breadth-first search, masses as integers without cancelling,
// successive cheapest paths.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cgsd/graph/graph.hpp"

#include "tests/curvature/min_cost_flow.hpp"

namespace cgsd::testing {

class OllivierTwin {
 public:
  // idleness = idle / parts; weights, where there are any, must be whole numbers.
  OllivierTwin(const Graph& graph, std::int64_t idle, std::int64_t parts) : graph_(graph), idle_(idle), parts_(parts) {}

  double value(NodeId u, NodeId v) const {
    const std::int64_t units = strength(u) * strength(v);
    const auto [sources, supply] = masses(u, units);
    const auto [sinks, demand] = masses(v, units);
    CostTable cost(sources.size(), std::vector<int>(sinks.size()));
    for (std::size_t s = 0; s < sources.size(); ++s) {
      const std::vector<int> hops = hops_from(sources[s]);
      for (std::size_t t = 0; t < sinks.size(); ++t) cost[s][t] = hops[sinks[t]];
    }
    return 1.0 - static_cast<double>(least_transport_cost(supply, demand, cost)) / static_cast<double>(units * parts_);
  }

 private:
  std::vector<int> hops_from(NodeId start) const {
    std::vector<int> hops(graph_.nodes(), 1'000);
    std::vector<NodeId> queue = {start};
    hops[start] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const NodeId w : graph_.neighbours(queue[next])) {
        if (hops[w] < 1'000) continue;
        hops[w] = hops[queue[next]] + 1;
        queue.push_back(w);
      }
    }
    return hops;
  }
  std::int64_t weight(EntryIndex entry) const {
    return graph_.weighted() ? static_cast<std::int64_t>(graph_.weights()[entry]) : 1;
  }
  std::int64_t strength(NodeId u) const {
    std::int64_t sum = 0;
    for (EntryIndex i = graph_.row_begin(u); i < graph_.row_end(u); ++i) sum += weight(i);
    return sum;
  }
  std::pair<std::vector<NodeId>, Amounts> masses(NodeId u, std::int64_t units) const {
    std::vector<NodeId> nodes = {u};
    Amounts amounts = {units * idle_};
    for (EntryIndex i = graph_.row_begin(u); i < graph_.row_end(u); ++i) {
      nodes.push_back(graph_.targets()[i]);
      amounts.push_back(units / strength(u) * weight(i) * (parts_ - idle_));
    }
    return {nodes, amounts};
  }

  const Graph& graph_;
  std::int64_t idle_;
  std::int64_t parts_;
};

}  // namespace cgsd::testing
