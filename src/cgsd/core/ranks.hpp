// Mid-ranks: what place each value takes among all, 1 for the smallest, equal values sharing the mean of their places.
//
// Twice a rank is a whole number, so ranks and their sums are exact. Only equal doubles are tied: 0.3 − 0.1 and 0.2 are
// not. Promises: the same bits at any number of threads. NaN must not occur. Cost: O(n log n).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

// The distinct values, rising, with the rank and the number of those equal to each.
struct RankTable {
  std::vector<double> values;
  std::vector<double> ranks;
  std::vector<std::size_t> equal;

  double rank_of(double value) const;  // one of those it was made of
};
RankTable rank_table(std::span<const double> values);

std::vector<double> mid_ranks(std::span<const double> values, const RunContext& run);

// The rank of `equal` values with `below` smaller ones: the mean of below + 1 … below + equal.
inline double mid_rank(double below, double equal) { return below + (equal + 1.0) / 2.0; }

// Mid-ranks divided by the number of values, in (0, 1].
std::vector<double> rank_shares(std::span<const double> values, const RunContext& run);

}  // namespace cgsd
