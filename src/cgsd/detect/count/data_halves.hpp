// An attributed graph in two halves that share no evidence: every column of the attributes and every edge is in one of
// them, at random; every node is in both. Structure that both halves show is in the data, not in their noise.
//
// Edges keep their weights. Several processes: the halves of one, each its own rows; targets are numbered as in `input`, whose
// ghosts serve (SameGhosts of graph/processes.hpp). Promises: the halves together are the input; the same bits at any number of threads.
// Cost: O(m + numbers stored).
#pragma once

#include <array>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

std::array<AttributedGraph, 2> data_halves(const AttributedGraphView& input, RandomStream random,
                                           const RunContext& run);

}  // namespace cgsd
