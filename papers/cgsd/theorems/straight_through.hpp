// Lemma 3 (soft rank) of the paper: soft_T(s) a temperature-T soft rank of N scores; bias of the straight-through
// estimator soft + (hard − soft).detach() at most N(1 − e^(−1/T)).
//
// `detach` stops gradients and changes no value: the forward value is soft + (hard − soft) = hard, so the estimator has
// no bias. What has one is soft_T itself. Both are measured with the scores that are at hand, the curvatures of the
// edges, hard being the mid-rank and soft_T that of statements/soft_rank.hpp. Cost: as soft_rank_biases.
#pragma once

#include "papers/cgsd/statements/value_counts.hpp"

namespace cgsd {

// N (1 − e^(−1/T)) / N: the bound in parts of N.
double straight_through_bound(double temperature);

struct StraightThrough {
  double temperature;
  double bound;            // in parts of N, as all here
  double bias_of_soft;     // the largest |soft_T − hard|; NaN without scores
  double bias_of_forward;  // the largest |soft + (hard − soft) − hard|
};

StraightThrough straight_through(const ValueCounts& scores, double temperature);

}  // namespace cgsd
