#include "cgsd/stats/t_test.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/stats/distributions.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

double p_value(double t, double degrees_of_freedom, Alternative alternative) {
  switch (alternative) {
    case Alternative::less:
      return student_upper(-t, degrees_of_freedom);
    case Alternative::greater:
      return student_upper(t, degrees_of_freedom);
    case Alternative::two_sided:
      break;
  }
  return std::min(1.0, 2.0 * student_upper(std::abs(t), degrees_of_freedom));
}

// mean ± t* · standard error
Interval interval_of(const TTest& test, const TTestOptions& options) {
  if (test.zero_variance) return {test.mean_difference, test.mean_difference};
  const bool two_sided = options.alternative == Alternative::two_sided;
  const double p = two_sided ? (1.0 + options.confidence) / 2.0 : options.confidence;
  const double reach = student_quantile(p, test.degrees_of_freedom) * test.standard_error;
  return {options.alternative == Alternative::less ? -kInfinite : test.mean_difference - reach,
          options.alternative == Alternative::greater ? kInfinite : test.mean_difference + reach};
}

}  // namespace

TTest paired_t_test(std::span<const double> first, std::span<const double> second, const TTestOptions& options) {
  validate(options);
  const auto differences = paired_differences(first, second);
  if (differences.size() < 2) {
    throw InvalidArgument(fmt::format("pairs = {}: a t-test needs at least 2", differences.size()));
  }
  const SampleSummary summary = summarise(differences);
  TTest test{};
  test.pairs = differences.size();
  test.degrees_of_freedom = static_cast<double>(differences.size() - 1);
  test.zero_variance = summary.minimum == summary.maximum;
  // Of equal values the rounded mean may miss the value itself.
  test.mean_difference = test.zero_variance ? summary.minimum : summary.mean;
  test.standard_error = test.zero_variance ? 0.0 : summary.standard_error;
  test.statistic = test.mean_difference / test.standard_error;
  test.p = std::isnan(test.statistic) ? 1.0 : p_value(test.statistic, test.degrees_of_freedom, options.alternative);
  test.interval = interval_of(test, options);
  return test;
}

}  // namespace cgsd
