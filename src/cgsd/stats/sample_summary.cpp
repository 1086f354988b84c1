#include "cgsd/stats/sample_summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "cgsd/core/special_values.hpp"
#include "cgsd/stats/samples.hpp"

namespace cgsd {
namespace {

long double extended_mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0L) / static_cast<long double>(values.size());
}

double sample_deviation(std::span<const double> values) {
  if (values.size() < 2) return kUndefined;
  const long double centre = extended_mean(values);
  long double squares = 0.0L;
  for (const double x : values) squares += (x - centre) * (x - centre);
  return static_cast<double>(std::sqrt(squares / static_cast<long double>(values.size() - 1)));
}

}  // namespace

double sample_mean(std::span<const double> values) {
  return values.empty() ? kUndefined : static_cast<double>(extended_mean(values));
}

double quantile_of_sorted(std::span<const double> sorted, double p) {
  if (sorted.empty()) return kUndefined;
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

SampleSummary summarise(std::span<const double> values) {
  check_finite("values", values);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  SampleSummary result{};
  result.count = values.size();
  result.mean = sample_mean(values);
  result.deviation = sample_deviation(values);
  result.standard_error = result.deviation / std::sqrt(static_cast<double>(values.size()));
  result.minimum = quantile_of_sorted(sorted, 0.0);
  result.lower_quartile = quantile_of_sorted(sorted, 0.25);
  result.median = quantile_of_sorted(sorted, 0.5);
  result.upper_quartile = quantile_of_sorted(sorted, 0.75);
  result.maximum = quantile_of_sorted(sorted, 1.0);
  return result;
}

}  // namespace cgsd
