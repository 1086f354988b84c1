#include "cgsd/stats/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/stats/distributions.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kBlock = 256;

// In the order of the resamples, so that a complaint names the same one at any number of threads.
std::vector<double> resample(std::span<const double> values, const Statistic& statistic, std::size_t resamples,
                             const RunContext& run) {
  const RandomStream stream = run.stream("bootstrap");
  std::vector<double> results(resamples);
  parallel_for(run, resamples, kBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<double> drawn(values.size());
    for (std::size_t i = begin; i < end; ++i) {
      RandomSequence random(stream.at(i));
      for (double& x : drawn) x = values[random.below(values.size())];
      results[i] = statistic(drawn);
    }
  });
  check_finite("statistic of the resamples", results);
  return results;
}

std::vector<double> leave_one_out(std::span<const double> values, const Statistic& statistic, const RunContext& run) {
  std::vector<double> results(values.size());
  parallel_for(run, values.size(), kBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<double> others;
    for (std::size_t i = begin; i < end; ++i) {
      others.assign(values.begin(), values.end());
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      results[i] = statistic(others);
    }
  });
  check_finite("leave-one-out statistic", results);
  return results;
}

// Φ⁻¹ of the share of resamples below the estimate
double bias_correction_of(const std::vector<double>& sorted, double estimate) {
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), estimate);
  const auto below = static_cast<double>(first - sorted.begin());
  const auto not_above = static_cast<double>(last - sorted.begin());
  const double half_resample = 0.5 / static_cast<double>(sorted.size());
  const double share = (below + not_above) * half_resample;
  return normal_quantile(std::clamp(share, half_resample, 1.0 - half_resample));
}

// a = Σ u³ / (6 (Σ u²)^(3/2)); extended precision keeps the cubes of small and large values in range.
double acceleration_of(const std::vector<double>& left_out) {
  const auto [lowest, highest] = std::minmax_element(left_out.begin(), left_out.end());
  if (*lowest == *highest) return 0.0;
  const long double centre = sample_mean(left_out);
  long double squares = 0.0L;
  long double cubes = 0.0L;
  for (const double x : left_out) {
    const long double u = centre - x;
    squares += u * u;
    cubes += u * u * u;
  }
  return static_cast<double>(cubes / (6.0L * squares * std::sqrt(squares)));
}

// Φ(z₀ + (z₀ + z) / (1 − a (z₀ + z))); past the pole the limit on the side of z.
double adjusted_share(double z, double bias_correction, double acceleration) {
  const double shifted = bias_correction + z;
  const double denominator = 1.0 - acceleration * shifted;
  if (denominator <= 0.0) return shifted > 0.0 ? 1.0 : 0.0;
  return normal_cdf(bias_correction + shifted / denominator);
}

}  // namespace

Bootstrap bootstrap(std::span<const double> values, const Statistic& statistic, const BootstrapOptions& options,
                    const RunContext& run) {
  validate(options);
  if (values.empty()) throw InvalidArgument("values = 0: a bootstrap needs at least 1");
  check_finite("values", values);
  Bootstrap result{};
  result.values = values.size();
  result.method = options.method;
  result.estimate = statistic(values);
  check_finite("statistic of the sample", {&result.estimate, 1});
  result.resampled = resample(values, statistic, static_cast<std::size_t>(options.resamples), run);
  std::sort(result.resampled.begin(), result.resampled.end());
  result.standard_error = summarise(result.resampled).deviation;

  const double alpha = 1.0 - options.confidence;
  double low = alpha / 2.0;
  double high = 1.0 - alpha / 2.0;
  if (options.method == BootstrapMethod::bca) {
    result.bias_correction = bias_correction_of(result.resampled, result.estimate);
    if (values.size() > 1) result.acceleration = acceleration_of(leave_one_out(values, statistic, run));
    const double z = normal_quantile(low);
    low = adjusted_share(z, result.bias_correction, result.acceleration);
    high = adjusted_share(-z, result.bias_correction, result.acceleration);
  }
  result.interval = {quantile_of_sorted(result.resampled, low), quantile_of_sorted(result.resampled, high)};
  return result;
}

Bootstrap bootstrap_mean(std::span<const double> values, const BootstrapOptions& options, const RunContext& run) {
  return bootstrap(values, sample_mean, options, run);
}

}  // namespace cgsd
