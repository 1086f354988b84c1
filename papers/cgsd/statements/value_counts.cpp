#include "papers/cgsd/statements/value_counts.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/core/special_values.hpp"

namespace cgsd {
namespace {

template <class Term>
double mean_of(const ValueCounts& counts, Term&& term) {
  if (counts.empty()) return kUndefined;
  double sum = 0.0;
  for (const auto& [value, count] : counts) sum += static_cast<double>(count) * term(value);
  return sum / static_cast<double>(total_count(counts));
}

}  // namespace

ValueCounts count_values(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  ValueCounts counts;
  for (const double value : values) {
    if (counts.empty() || counts.back().value != value) counts.push_back({value, 0});
    ++counts.back().count;
  }
  return counts;
}

std::uint64_t total_count(const ValueCounts& counts) {
  std::uint64_t total = 0;
  for (const ValueCount& c : counts) total += c.count;
  return total;
}

double mean_value(const ValueCounts& counts) {
  return mean_of(counts, [](double value) { return value; });
}

double mean_square_deviation(const ValueCounts& counts) {
  const double mean = mean_value(counts);
  return mean_of(counts, [mean](double value) { return (value - mean) * (value - mean); });
}

double log_mean_gate(const ValueCounts& counts) {
  if (counts.empty()) return kUndefined;
  const double largest = log_sigmoid(counts.back().value);
  return largest +
         std::log(mean_of(counts, [largest](double value) { return std::exp(log_sigmoid(value) - largest); }));
}

}  // namespace cgsd
