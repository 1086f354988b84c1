// Curvature bounds, a statement of ours: in a simple graph with largest degree D every edge has 4 − 2 D ≤ κ ≤ 2, so its
// gate lies between σ(4 − 2 D) and σ(2). (κ = 4 − d_u − d_v, and both degrees are in [1, D].) Gates come as logarithms:
// they underflow from κ = −745 down. Cost: O(n) and what the counts cost.
#pragma once

#include "cgsd/graph/graph.hpp"

#include "papers/cgsd/statements/value_counts.hpp"
#include "papers/cgsd/statements/verdict.hpp"

namespace cgsd {

struct Range {
  double low;
  double high;
};

struct CurvatureBounds {
  Range curvature;        // met; NaN without edges
  Range curvature_bound;  // [4 − 2 D, 2]
  Range log_gate;         // met
  Range log_gate_bound;
  Verdict verdict = Verdict::premise_not_met;  // that there are edges
};

// `curvature`: of the edges of `graph`.
CurvatureBounds curvature_bounds(GraphView graph, const ValueCounts& curvature);

}  // namespace cgsd
