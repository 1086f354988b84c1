// How often each value occurs: Forman curvature takes few values on many edges, and what depends on values alone is
// computed from these counts.
// Cost: O(n log n).
#pragma once

#include <cstdint>
#include <vector>

namespace cgsd {

struct ValueCount {
  double value;
  std::uint64_t count;
  bool operator==(const ValueCount&) const = default;
};
using ValueCounts = std::vector<ValueCount>;  // by rising value, each once

// NaN must not occur.
ValueCounts count_values(std::vector<double> values);

std::uint64_t total_count(const ValueCounts& counts);
double mean_value(const ValueCounts& counts);             // NaN if there are none
double mean_square_deviation(const ValueCounts& counts);  // from the mean; NaN if there are none
double log_mean_gate(const ValueCounts& counts);          // log of the mean σ(value), without underflow; NaN likewise

}  // namespace cgsd
