// Whether a graph without attributes falls apart, and into how many parts.
//
// Nodes of different components share no edge, and without attributes nothing else could join them. Parts are components
// with two nodes or more. They count if
//
//   no part holds more than half of the nodes that have edges (one large part with crumbs beside it is one graph), and
//   there are more of them than in six rewired copies, by more than 4 standard deviations: sparse graphs fall apart by chance
//
// Promises: the same bits at any number of threads; nothing depends on the seed of the run. Cost: O(n + m); if no part holds
// more than half, six rewired copies.
#pragma once

#include <cstdint>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct PartCount {
  std::int32_t communities = 0;  // 0: it does not fall apart beyond chance, or into more than `most` parts
  std::int32_t parts = 0;
  double by_chance = 0.0;  // parts of a rewired copy, mean; 0 if none was made
};

PartCount count_by_parts(GraphView graph, std::int32_t most, const RunContext& run);

}  // namespace cgsd
