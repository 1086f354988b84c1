// Sheaf diffusion of node attributes in closed form, for restriction maps that are the same on every edge up to sign.
//
//   push_apart      opposite signs at the two ends:  H = Z − a S Z + a² S² Z, a < 1: what a node shares with its
//                   neighbours is taken away
//   pull_together   signs that fit the planted partition of strength λ:
//                     L = Σ_k=0…K λ^k min(d^k, n) (1 − s) / (1 − λ^2k s) S^k Z,  scaled to the size of Z
//                   a matched filter: what nodes k steps away say, by its signal against its noise. There are d^k of
//                   them, n at most, each repeats the community with λ^k, and a share s of the attributes is signal.
//
// S = D^−½ W D^−½, W the adjacency or the adjacency weighted by the curvature gate (gate.hpp); d the mean degree.
// Isolated nodes keep Z. Promises: the same bits at any number of threads. Cost: O(m · width) a step, two and K steps.
#pragma once

#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/nn/sparse.hpp"

namespace cgsd {

// D^−½ W D^−½, D the row sums of W; `weight` has one value per entry of the graph.
Csr<float> symmetric_normalised(const Graph& graph, std::span<const double> weight, const RunContext& run);

Matrix<float> push_apart(const Csr<float>& s, const Matrix<float>& z, double strength, const RunContext& run);

struct MatchedFilter {
  double strength = 0.0;     // λ, in [−1, 1]
  double share = 0.0;        // s, in [0, 1)
  double mean_degree = 0.0;  // d
  std::int32_t steps = 6;    // K
  std::size_t measured = 0;  // the first rows, by which n and the size of Z are told; 0: all
};

Matrix<float> pull_together(const Csr<float>& s, const Matrix<float>& z, const MatchedFilter& filter,
                            const RunContext& run);

}  // namespace cgsd
