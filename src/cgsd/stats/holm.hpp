// Holm's correction for m tests (Holm 1979, Scand. J. Stat. 6:65): p-values that may be compared with one level each.
//
//   adjusted(i) = max over the j ≤ i of min(1, (m − j + 1) p(j)),   p(1) ≤ … ≤ p(m)
//
// What comes back stands in the order of the input. Promises: never below the input, equal inputs stay equal, and a
// smaller p-value never gets the larger adjusted one. The chance of any false rejection is at most the level, whatever
// the dependence between the tests. Throws InvalidArgument for a value outside [0, 1]. Cost: O(m log m).
#pragma once

#include <span>
#include <vector>

namespace cgsd {

std::vector<double> holm(std::span<const double> p_values);

}  // namespace cgsd
