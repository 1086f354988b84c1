// Average ranks: 1 for the least value, …, n for the greatest; equal values share the mean of the ranks they occupy.
//
// Twice a rank is a whole number, so ranks and their sums are exact. Only equal doubles are tied: 0.3 − 0.1 and 0.2 are
// not. Cost: O(n log n).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cgsd {

struct AverageRanks {
  std::vector<double> ranks;  // in the order of the values
  std::size_t tied = 0;       // values that share theirs with another
  double tie_term = 0.0;      // Σ t³ − t over the groups of t equal values
};

AverageRanks average_ranks(std::span<const double> values);

}  // namespace cgsd
