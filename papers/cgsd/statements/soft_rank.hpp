// Soft rank, a statement of ours: the soft rank of an edge's curvature among m edges,
//
//   r_T(e) = ½ + Σ_f σ((κ_e − κ_f) / T)      over all f, e itself included,
//
// differs from the mid-rank by at most (m − 1) σ(−δ / T), δ the smallest distance of two different curvatures. An equal
// curvature (e itself too) adds ½ to both, one that is lower adds 1 − σ(−(κ_e − κ_f)/T), one that is higher σ of the
// same: each of at most m − 1 others is off by at most σ(−δ / T). The bias is measured over the distinct values; terms
// that underflow are not visited. Cost: O(distinct values · how many lie within 746 T).
#pragma once

#include <vector>

#include "papers/cgsd/statements/value_counts.hpp"
#include "papers/cgsd/statements/verdict.hpp"

namespace cgsd {

// r_T − mid-rank of each value.
std::vector<double> soft_rank_biases(const ValueCounts& values, double temperature);

struct SoftRank {
  double temperature;
  double spacing;  // δ; infinite if all are equal, NaN if there are none
  double bias;     // the largest |r_T − mid-rank|
  double bound;
  Verdict verdict = Verdict::premise_not_met;  // that there are edges
};

SoftRank soft_rank(const ValueCounts& values, double temperature = 0.1);

}  // namespace cgsd
