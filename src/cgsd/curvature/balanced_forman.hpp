// Balanced Forman curvature of an edge (i,j), from triangles and 4-cycles around it:
//
//   Ric(i,j) = 0 if min(d_i, d_j) = 1, else
//              2/d_i + 2/d_j − 2 + 2 #Δ/max(d_i,d_j) + #Δ/min(d_i,d_j) + (#□^i + #□^j) / (γ max(d_i,d_j))
//
//   #Δ     common neighbours of i and j
//   □(k)   for k ∈ N(i), k ≠ j, k ∉ N(j): the w ∈ N(k) ∩ N(j), w ≠ i, w ∉ N(i). Each is a 4-cycle i–k–w–j
//          without diagonals inside.
//   #□^i   the number of k with a non-empty □(k); #□^j is the same with i and j exchanged
//   γ      the largest |□(k)| over both ends, that is, the most such 4-cycles through one node; the last term is
//          0 if there are none
//
// Ric > −2 always. Weights are ignored.
// How: row by row; for row i the nodes w two hops away are listed with their neighbours in N(i), and each pair of
// those that is not an edge adds to one □. The row of the highest neighbour is searched, not walked: nodes that only it
// reaches close no square.
// Promises: the same bits at any number of threads. Throws InvalidArgument for a directed graph.
// Cost: O(Σ_i Σ_{k∈N(i)} d_k) plus the number of 4-cycles; 4 bytes per node and worker and one row's 2-hop lists.
// Source: Topping et al., "Understanding over-squashing and bottlenecks on graphs via curvature", ICLR 2022, Def. 1.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

std::vector<double> balanced_forman_curvature(GraphView graph, const RunContext& run);

}  // namespace cgsd
