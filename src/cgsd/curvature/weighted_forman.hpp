// Forman–Ricci curvature of a weighted graph, with node weights 1:
//
//   F(e) = w_e (1/w_e + 1/w_e − Σ_{a ~ e at u} 1/√(w_e w_a) − Σ_{b ~ e at v} 1/√(w_e w_b))     over the other edges at
//   u, v
//        = 4 − √w_e (S_u + S_v),   S_x = Σ_{a at x} 1/√w_a                                     over all edges at x
//
// (adding e itself to both sums subtracts 2, which the 4 gives back). Equals 4 − d_u − d_v where every weight is 1, and
// so on an unweighted graph.
// Promises: the same bits at any number of threads. Throws InvalidArgument for a directed graph or a weight ≤ 0.
// Cost: two sweeps over the entries, O(n + m); 8 bytes per node beside the result.
// Source: Sreejith et al., "Forman curvature for complex networks", J. Stat. Mech. 2016, eq. 4.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

std::vector<double> weighted_forman_curvature(const Graph& graph, const RunContext& run);

}  // namespace cgsd
