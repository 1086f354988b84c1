// Average ranks (core/ranks.hpp) with the tie figures that tests need. Cost: O(n log n).
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
