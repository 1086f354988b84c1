// Sheaf diffusion of node attributes in closed form, for restriction maps that are the same on every edge up to sign.
//
//   push_apart      opposite signs at the two ends:  H = Z − a S Z + a² S² Z, a < 1: what a node shares with its
//                   neighbours is taken away
//   pull_together   L = Σ_t=0…T Ŝ^t Z: the mean of walks of 0 to T steps that may rest at every node, so that a node
//                   counts for itself and is not smoothed away. If degrees drown the rest, they are taken out on
//                   demand. Rows are divided by the square root of their length, half-way to the sphere, and L is scaled
//                   to the mean square of Z
//
// S = D^−½ W D^−½, Ŝ = (D + I)^−½ (I ± W) (D + I)^−½; W the adjacency, by the weights of the edges in units of their
// mean, D its row sums; − if neighbours are unlike. Isolated nodes: S is 0 there and Ŝ is 1.
// Promises: the same bits at any number of threads. Cost: O(m · width) a step, two and T steps; no copy of the graph, two
// blocks beside Z.
#pragma once

#include <cstdint>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

Matrix<float> push_apart(GraphView graph, const Matrix<float>& z, double strength, const RunContext& run);

enum class WalkSign { equal, opposite };

struct PullFilter {
  std::int32_t steps = 10;          // T
  std::size_t measured = 0;         // the first rows, whose mean square counts; 0: all
  WalkSign sign = WalkSign::equal;  // of W
  bool degrees_may_drown = false;   // and are taken out if they do (stationary_part.hpp)
};

Matrix<float> pull_together(GraphView graph, const Matrix<float>& z, const PullFilter& filter, const RunContext& run);

}  // namespace cgsd
