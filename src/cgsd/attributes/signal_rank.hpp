// How many singular values of a matrix stand out of noise, and how accurate their vectors are.
//
// For noise of variance s² in an n × d matrix squared singular values end at s² (√n + √d)² (Marchenko & Pastur 1967),
// give or take the Tracy–Widom scale s² (√n + √d) (n^−½ + d^−½)^⅓, of which four are allowed. What lies above is
// signal; s² is the mean square of what is left after taking the signal away, one singular value after the other. A
// signal of strength l (in units of s² n) shows as l + 1 + β + β / l, β = d / n, and its left vector keeps the share
// (l² − β) / (l (l + 1)) of the true one (Benaych-Georges & Nadakuditi 2012): 1, the stalk is the signal; 0, noise.
// Cost: O(values).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cgsd {

struct NoisyMatrix {
  double rows = 0.0;     // n
  double columns = 0.0;  // d, those that are not constant
  double squares = 0.0;  // ‖M‖², of which the singular values are a part
};

struct SignalRank {
  std::size_t rank = 0;
  std::vector<double> overlaps;  // one per signal, in [0, 1]
  double mean_overlap = 0.0;     // 0 if there is no signal
};

// `singular_values` fall; only the largest are needed.
SignalRank signal_rank(std::span<const double> singular_values, const NoisyMatrix& matrix);

}  // namespace cgsd
