// Forman–Ricci curvature of an unweighted graph: κ(u,v) = 4 − d_u − d_v.
//
// In a directed graph d is the number of entries that leave a node, loops included (preset `authors`). Weights are
// ignored.
// How: one sweep over the entries; a table of degrees in as few bytes as they need serves the random look-ups of d_v.
// Promises: exact integers, the same bits at any number of threads.
// Cost: O(n + m), limited by memory. Once degrees no longer fit into the cache the look-ups set the pace.
// Source: Forman, "Bochner's method for cell complexes", 2003; Sreejith et al., J. Stat. Mech. 2016, eq. 5.
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

std::vector<double> forman_curvature(GraphView graph, const RunContext& run);

// The same into the caller's memory, one value per entry: saves fresh pages if it is computed often.
void fill_forman_curvature(GraphView graph, std::span<double> curvature, const RunContext& run);

}  // namespace cgsd
