// A graph with communities, as the statements want it.
#pragma once

#include "cgsd/curvature/forman.hpp"

#include "papers/cgsd/statements/partitioned_graph.hpp"

namespace cgsd::testing {

inline PartitionedGraph parts_of(const Graph& graph, const std::vector<std::int32_t>& community_of) {
  const RunContext run;
  return partitioned_graph(graph, forman_curvature(graph, run), community_of, run);
}

}  // namespace cgsd::testing
