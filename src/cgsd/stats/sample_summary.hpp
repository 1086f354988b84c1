// A sample in a few numbers, as the tables print it.
//
//   deviation        √(Σ (x − mean)² / (count − 1)), the sample standard deviation
//   standard_error   deviation / √count
//   quartiles        linear between the neighbouring order statistics (Hyndman & Fan 1996, type 7; NumPy's default)
//
// Numbers without a value are NaN: all of an empty sample, deviation and standard error of a single value.
// Promises: sums in extended precision, so neither the size nor the offset of the values costs digits. Throws
// InvalidArgument if a value is not finite. Cost: O(n log n).
#pragma once

#include <cstddef>
#include <span>

namespace cgsd {

struct SampleSummary {
  std::size_t count;
  double mean;
  double deviation;
  double standard_error;
  double minimum;
  double lower_quartile;
  double median;
  double upper_quartile;
  double maximum;
};

SampleSummary summarise(std::span<const double> values);

double sample_mean(std::span<const double> values);  // NaN of nothing

// The p-quantile of values in ascending order, type 7; p in [0, 1]. NaN of nothing.
double quantile_of_sorted(std::span<const double> sorted, double p);

}  // namespace cgsd
