// Lemma 2 (concentration) of the paper: for κ₀ < μ, Pr[κ_e ≥ κ₀ | within] ≥ 1 − s²/(κ₀ − μ)², μ and s² mean and
// variance of κ within.
//
// Put to the test at every curvature below μ, both at it and just above it (there the left side drops), and at
// μ − t s for t = ¼, ½, … 10 (s = 1 if there is no spread). Cost: O(distinct values²).
#pragma once

#include <cstdint>

#include "papers/cgsd/statements/value_counts.hpp"

namespace cgsd {

struct Concentration {
  double mean;                   // μ; NaN without edges within
  double deviation;              // s
  std::uint64_t thresholds = 0;  // values of κ₀
  std::uint64_t violations = 0;
  double smallest_slack;  // left side − right side, where the left side is below 1; NaN if it never is
};

Concentration concentration(const ValueCounts& within);

}  // namespace cgsd
