// Forman–Ricci curvature of a weighted graph, with node weights 1. Over the other edges a at u and b at v,
//
//   F(e) = w_e (1/w_e + 1/w_e − Σ_a 1/√(w_e w_a) − Σ_b 1/√(w_e w_b))
//        = 4 − √w_e (S_u + S_v),   S_x = Σ 1/√w over all edges at x
//
// (adding e itself to both sums subtracts 2, which the 4 compensates). Equals 4 − d_u − d_v if every weight is
// 1, and so on an unweighted graph.
// Promises: the same bits at any number of threads. Throws InvalidArgument for a directed graph or a weight ≤ 0.
// Cost: two sweeps over the entries, O(n + m); 8 bytes per node beside the result.
// Source: Sreejith et al., "Forman curvature for complex networks", J. Stat. Mech. 2016.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

std::vector<double> weighted_forman_curvature(GraphView graph, const RunContext& run);

}  // namespace cgsd
