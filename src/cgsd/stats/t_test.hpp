// Paired t-test (Student 1908): is the mean of first[i] − second[i] zero?
//
//   t = mean / (s / √n), s the sample standard deviation of the differences; under the null t follows Student's
//   distribution with n − 1 degrees of freedom
//   interval: of the mean difference at `confidence`; with a one-sided alternative its other end is infinite
//
// Differences without variance are data, not an error (`zero_variance`): equal differences other than 0 give t = ±∞,
// the limit, with p 0 or, against the alternative, 1; differences that are all 0 are no evidence of anything: t is NaN,
// p is 1. Either way the interval is the mean difference alone. Note that n equal differences often mean that the
// n runs were not independent.
// Promises: |t| up to ∞, p down to underflow (then 0). Throws InvalidArgument for fewer than two pairs, samples of
// different length, and values that are not finite. Cost: O(n log n).
#pragma once

#include <cstddef>
#include <span>

#include "cgsd/core/options.hpp"
#include "cgsd/stats/samples.hpp"

namespace cgsd {

struct TTestOptions {
  Alternative alternative = Alternative::two_sided;
  double confidence = 0.95;
};

inline void describe(OptionVisitor& v, TTestOptions& o) {
  v.choice("alternative", o.alternative, "what the test looks for");
  v.number("confidence", o.confidence, kConfidenceBounds, "coverage of the interval");
}

struct TTest {
  double statistic;
  double p;
  double degrees_of_freedom;
  double mean_difference;
  double standard_error;
  Interval interval;
  std::size_t pairs;
  bool zero_variance;
};

TTest paired_t_test(std::span<const double> first, std::span<const double> second, const TTestOptions& options);

}  // namespace cgsd
