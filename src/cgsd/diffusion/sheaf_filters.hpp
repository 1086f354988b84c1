// Sheaf diffusion of node attributes in closed form, for restriction maps that are the same on every edge up to sign.
//
//   push_apart      opposite signs at the two ends:  H = Z − a S Z + a² S² Z, a < 1: what a node shares with its
//                   neighbours is taken away
//   pull_together   signs that fit the planted partition of strength λ:
//                     L = Σ_k=0…K w_k S^k Z,  w_0 = 1, w_k = ±min(Π_i≤k d |t_i|, n),  scaled to the size of Z
//                   nodes k steps away are weighted as Gaussian belief propagation on a tree of degree d would. A
//                   share s of the attributes is signal, so a node's own attributes have precision p = s / (1 − s);
//                   a neighbour whose branch has precision P contributes
//                     t = λ / (1 + P (1 − λ²)),   and adds λ² / (1/P + 1 − λ²) to the precision,
//                   beginning with P = p at the K-th step. Clear attributes are hardly mixed, weak ones go far.
//
// S = D^−½ W D^−½, W the adjacency, by the weights of the edges; d the mean degree, effective if edges are weighted
// (graph/edge_weights.hpp).
// Isolated nodes keep Z. Promises: the same bits at any number of threads. Cost: O(m · width) a step, two and K steps.
#pragma once

#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/matrix/csr.hpp"

namespace cgsd {

// D^−½ W D^−½, D the row sums of W; `weight` has one value per entry of the graph.
Csr<float> symmetric_normalised(GraphView graph, std::span<const double> weight, const RunContext& run);

Matrix<float> push_apart(const Csr<float>& s, const Matrix<float>& z, double strength, const RunContext& run);

struct PullFilter {
  double strength = 0.0;     // λ, in [−1, 1]
  double share = 0.0;        // s, in [0, 1)
  double mean_degree = 0.0;  // d
  std::int32_t steps = 6;    // K
  std::size_t measured = 0;  // the first rows, from which n and the size of Z are taken; 0: all
};

Matrix<float> pull_together(const Csr<float>& s, const Matrix<float>& z, const PullFilter& filter,
                            const RunContext& run);

}  // namespace cgsd
