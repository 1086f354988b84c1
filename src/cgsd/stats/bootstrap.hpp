// Bootstrap interval of a statistic (Efron 1979): the sample is drawn again, with replacement, `resamples` times.
//
//   percentile  the α/2 and 1 − α/2 quantiles of the resampled statistic, α = 1 − confidence
//   bca         the quantiles at Φ(z₀ + (z₀ + z) / (1 − a (z₀ + z))), z = Φ⁻¹(α/2) and Φ⁻¹(1 − α/2), with
//               z₀ = Φ⁻¹(share of resamples below the estimate, equal ones by half), the bias correction, and
//               a = Σ u³ / (6 (Σ u²)^(3/2)), u = mean of the leave-one-out statistics − each, the acceleration
//               (Efron & Tibshirani 1993, eq. 14.10, 14.14 and 14.15)
//
// Quantiles are linear between order statistics (summary.hpp). A share of 0 or 1, where z₀ would be infinite, counts as
// half a resample; a is 0 where the leave-one-out statistics are equal or there is one value only, so values that are
// all equal give an interval of no width.
// Promises: resample i is drawn from the stream "bootstrap" at i, hence the same bits at any number of threads. The
// statistic is called from several threads at once. Throws InvalidArgument without values, for values that are not
// finite, and where the statistic of a resample is not finite.
// Cost: resamples + n values of the statistic, 8 bytes per resample.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/stats/samples.hpp"

namespace cgsd {

enum class BootstrapMethod { percentile, bca };
constexpr auto enum_names(BootstrapMethod) {
  return std::array{EnumName<BootstrapMethod>{BootstrapMethod::percentile, "percentile"},
                    EnumName<BootstrapMethod>{BootstrapMethod::bca, "bca", "bias-corrected and accelerated"}};
}

struct BootstrapOptions {
  BootstrapMethod method = BootstrapMethod::bca;
  std::int32_t resamples = 9'999;
  double confidence = 0.95;
};

inline void describe(OptionVisitor& v, BootstrapOptions& o) {
  v.choice("method", o.method, "how the interval is read off the resamples");
  v.number("resamples", o.resamples, {2, 10'000'000}, "samples drawn with replacement");
  v.number("confidence", o.confidence, kConfidenceBounds, "coverage of the interval");
}

struct Bootstrap {
  double estimate;  // the statistic of the sample itself
  Interval interval;
  double standard_error;   // standard deviation of the resampled statistic
  double bias_correction;  // z₀, 0 for the percentile interval
  double acceleration;     // a, likewise
  std::size_t values;
  std::vector<double> resampled;  // the statistic of every resample, ascending
  BootstrapMethod method;
};

using Statistic = std::function<double(std::span<const double>)>;

Bootstrap bootstrap(std::span<const double> values, const Statistic& statistic, const BootstrapOptions& options,
                    const RunContext& run);
Bootstrap bootstrap_mean(std::span<const double> values, const BootstrapOptions& options, const RunContext& run);

}  // namespace cgsd
