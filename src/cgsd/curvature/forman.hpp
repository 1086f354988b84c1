// Forman–Ricci curvature of an unweighted graph: κ(u,v) = 4 − d_u − d_v.
//
// In a directed graph d is the number of entries that leave a node, loops included (preset `authors`).
// Cost: one sweep over the entries, limited by memory bandwidth.
// Source: Forman, "Bochner's method for cell complexes", 2003; Sreejith et al., J. Stat. Mech. 2016, eq. 5.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

std::vector<double> forman_curvature(const Graph& graph, const RunContext& run);

}  // namespace cgsd
