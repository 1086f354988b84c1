// Forman–Ricci curvature of an unweighted graph: κ(u,v) = 4 − d_u − d_v.
//
// In a directed graph d is the number of entries that leave a node, loops included (preset `authors`). Weights are
// ignored.
// How: one sweep over the entries; a table of 4-byte degrees serves the random look-ups of d_v.
// Promises: exact integers, the same bits at any number of threads. Throws InvalidArgument where more than 2^32 − 1
// entries leave one node (only repeats in a directed graph can do that).
// Cost: O(n + m), limited by memory; 4 bytes per node beside the result. Once degrees no longer fit into the cache the
// look-ups, not the bandwidth, set the pace.
// Source: Forman, "Bochner's method for cell complexes", 2003; Sreejith et al., J. Stat. Mech. 2016, eq. 5.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

std::vector<double> forman_curvature(const Graph& graph, const RunContext& run);

}  // namespace cgsd
