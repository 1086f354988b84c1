// Do nodes look alike that are some steps apart? edge_agreement.hpp's ρ1 for walks of any length.
//
//   ρ_k = (mean over walks u … v of q_u·q_v − ‖m‖²) / (Σ p_v ‖q_v‖² − ‖m‖²) + Σ p_v²
//
// over the walks of k edges that never go back the edge they came, p_v the share of them that end in v, m = Σ p_v q_v.
// Sums over walks need no walking (A the adjacency, D the degrees):
//
//   X_1 = A Q     X_2 = A X_1 − D Q     X_k+1 = A X_k − (D − I) X_k−1
//
// A walk over weighted edges counts by the product of their weights. With W^(j) the matrix of w^j and D_j the diagonal of
// Σ w^j, steps forth and back over one edge are taken out one after another:
//
//   X_0 = Q     X_k = W X_k−1 − D_2 X_k−2 + W^(3) X_k−3 − D_4 X_k−4 + …,   for w = 1 the same as above
//
// Why: ρ_k = λ^k s in a planted partition. In real graphs ρ falls fast over the first step, where neighbours share more
// than their community, and slowly after that; what is left after two steps is due to the communities.
//
// Promises: in double (beyond 20 000 nodes without weights, walks in float and their sums in double: six digits); the same
// bits at any number of threads; 0 if there are no such walks. Cost: O(k m · width), k² / 2 m · width with weights; memory
// O(n) for some columns at a time.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// Rows are scaled to length 1 first. length ≥ 1.
double walk_agreement(GraphView graph, const Matrix<float>& rows, int length, const RunContext& run);

}  // namespace cgsd
