// Curvature tails, a statement of ours: curvature strays from its mean no more than Chebyshev's inequality allows, and
// so does the order of edges.
//
//   tails   within and across communities, the share of edges with |κ − mean| ≥ t s is at most 1/t², s the standard
//           deviation. Holds of any numbers; premise: s > 0.
//   order   of a random edge within and one across, independent, X = κ_within − κ_cross has mean g and variance v, the
//           sum of both; if g > 0, the share of pairs with X ≤ 0 is at most v / (v + g²) (Cantelli, one-sided).
// Cost: O(distinct values).
#pragma once

#include <vector>

#include "papers/cgsd/statements/partitioned_graph.hpp"
#include "papers/cgsd/statements/verdict.hpp"

namespace cgsd {

struct Tail {
  double t;
  double share;
  double bound;  // 1 / t²
};

struct CurvatureTails {
  std::vector<Tail> within;  // t = 1.5, 2, 3, 5; empty if curvature does not vary
  std::vector<Tail> cross;
  Verdict tails = Verdict::premise_not_met;
  double wrong_order;        // share of pairs with κ_within ≤ κ_cross; NaN if a side has no edges
  double wrong_order_bound;  // NaN if the mean gap is not above 0
  Verdict order = Verdict::premise_not_met;
};

CurvatureTails curvature_tails(const SplitCurvature& curvature);

}  // namespace cgsd
