// Mid-ranks: what place each value takes among all, 1 for the smallest, equal values sharing the mean of their places.
// Promises: the same bits at any number of threads. NaN must not occur. Cost: O(n log n).
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

std::vector<double> mid_ranks(std::span<const double> values, const RunContext& run);

}  // namespace cgsd
