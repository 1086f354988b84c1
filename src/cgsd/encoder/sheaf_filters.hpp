// Sheaf diffusion of node attributes in closed form, for restriction maps that are the same on every edge up to sign.
//
//   push_apart      opposite signs at the two ends:  H = Z − a S Z + a² S² Z, a < 1: what a node shares with its
//                   neighbours is taken away
//   pull_together   equal signs:  L = (G² + G⁴) Z / 2 + q (G + G³) Z / 2: even steps always, since neighbours of
//                   neighbours are alike in a graph of either kind; odd steps as far as q says so
//
// S = D^−½ A D^−½; G the same of the adjacency weighted by the curvature gate (gate.hpp). A row without entries becomes
// 0 in pull_together, except that isolated nodes keep Z. Promises: the same bits at any number of threads.
// Cost: O(m · width) a step, two and four steps.
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
Matrix<float> pull_together(const Csr<float>& g, const Matrix<float>& z, double odd_share, const RunContext& run);

}  // namespace cgsd
