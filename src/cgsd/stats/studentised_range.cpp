#include "cgsd/stats/studentised_range.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/stats/distributions.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kMostGroups = 10'000;
constexpr double kNegligible = 1e-17;
// The integrand is analytic with moderate growth up to |Im z| ≈ π / (2 √(2 log k)) ≥ 0.36, so a step h leaves an error
// of the order exp(−2π · 0.36 / h) ≈ 1e-16.
constexpr double kStep = 1.0 / 16.0;
constexpr double kReach = 9.0;  // φ(9)/φ(0) ≈ 1e-18
// Beyond this range the tail is below the least double: k φ(q/2)² < 1e-400.
constexpr double kFarthest = 64.0;
constexpr double kDeviationKnown = 1e20;  // degrees of freedom from which s = 1 in double precision

double normal_density(double z) { return std::exp(-z * z / 2.0) / std::sqrt(2.0 * std::numbers::pi); }
double normal_below(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2.0; }

void check(const StudentisedRange& d) {
  if (d.groups < 2 || d.groups > kMostGroups) {
    throw InvalidArgument(fmt::format("groups = {}: must be in [2, {}]", d.groups, kMostGroups));
  }
  if (!(d.degrees_of_freedom >= 1.0)) {
    throw InvalidArgument(fmt::format("degrees_of_freedom = {}: must be at least 1", d.degrees_of_freedom));
  }
}

// k ∫ φ(z) · part(Φ(z), z) dz. Both parts concentrate between the middle of the range and its upper end: the largest
// number z lies above q/2, or, where all other numbers are as likely below it, around 0.
template <class Part>
double over_largest(double q, std::int32_t groups, Part&& part) {
  double sum = 0.0;
  const auto steps = static_cast<int>((q / 2.0 + 2.0 * kReach) / kStep);
  for (int i = 0; i <= steps; ++i) {
    const double z = -kReach + i * kStep;
    sum += normal_density(z) * part(normal_below(z), z);
  }
  return groups * kStep * sum;
}

// Φ(z) − Φ(z − q) without cancellation: by the nearer tail, and for small q by the Taylor series about the middle.
double between(double below, double z, double q) {
  if (q < 1e-3) {
    const double middle = z - q / 2.0;
    return q * normal_density(middle) * (1.0 + (middle * middle - 1.0) * q * q / 24.0);
  }
  return z > q / 2.0 ? normal_below(q - z) - normal_below(-z) : below - normal_below(z - q);
}

double cdf_known_deviation(double q, std::int32_t groups) {
  if (q >= kFarthest) return 1.0;
  const int others = groups - 1;
  const auto within = [&](double below, double z) { return std::pow(between(below, z, q), others); };
  return std::min(1.0, over_largest(q, groups, within));
}

double upper_known_deviation(double q, std::int32_t groups) {
  if (q >= kFarthest) return 0.0;
  const int others = groups - 1;
  // a^m − (a − b)^m = −a^m · expm1(m · log1p(−b/a))
  const auto outside = [&](double below, double z) {
    return -std::pow(below, others) * std::expm1(others * std::log1p(-normal_below(z - q) / below));
  };
  return std::min(1.0, over_largest(q, groups, outside));
}

// x − (e^{2x} − 1) / 2 = −x² − 2x³/3 − …, by the series where the difference would cancel
double log_density_shape(double x) {
  if (std::abs(x) > 0.01) return x - std::expm1(2.0 * x) / 2.0;
  return -x * x * (1.0 + x * (2.0 / 3.0 + x * (1.0 / 3.0 + x * (2.0 / 15.0 + x * (2.0 / 45.0 + x * 4.0 / 315.0)))));
}

// log of h^h e^(−h) / Γ(h), by Stirling's series where the difference would cancel
double log_power_over_gamma(double h) {
  if (h < 50.0) return h * std::log(h) - h - log_gamma(h);
  return std::log(h / (2.0 * std::numbers::pi)) / 2.0 - 1.0 / (12.0 * h) + 1.0 / (360.0 * std::pow(h, 3)) -
         1.0 / (1260.0 * std::pow(h, 5));
}

// ∫ f_ν(s) · of_range(s) ds over x = log s, f_ν(s) s = 2 (ν/2)^(ν/2) / Γ(ν/2) · exp(ν x − ν e^{2x} / 2). From x = 0,
// where the density is greatest, outwards until the terms, which rise to one maximum and fall from it, no longer count.
template <class OfRange>
double over_deviation(double nu, OfRange&& of_range) {
  const double log_constant = std::log(2.0) + log_power_over_gamma(nu / 2.0);
  const double step = std::min(0.1, 0.5 / std::sqrt(2.0 * nu));
  const auto density = [&](double x) { return std::exp(log_constant + nu * log_density_shape(x)); };
  double sum = density(0.0) * of_range(1.0);
  for (const double direction : {-step, step}) {
    double previous = 0.0;
    for (int i = 1;; ++i) {
      const double weight = density(i * direction);
      const double term = weight * of_range(std::exp(i * direction));
      sum += term;
      const bool falling = term <= previous && term <= kNegligible * sum;
      if (weight == 0.0 || (falling && sum > 0.0)) break;
      previous = term;
    }
  }
  return std::min(1.0, step * sum);
}

double cdf_unchecked(double q, const StudentisedRange& d) {
  if (d.degrees_of_freedom >= kDeviationKnown) return cdf_known_deviation(q, d.groups);
  return over_deviation(d.degrees_of_freedom, [&](double s) { return cdf_known_deviation(q * s, d.groups); });
}

double upper_unchecked(double q, const StudentisedRange& d) {
  if (d.degrees_of_freedom >= kDeviationKnown) return upper_known_deviation(q, d.groups);
  return over_deviation(d.degrees_of_freedom, [&](double s) { return upper_known_deviation(q * s, d.groups); });
}

// The zero of a rising function: the secant through a bracket, where the value at an end that has stayed put twice is
// halved (Dowell & Jarratt, BIT 11, 1971).
template <class Function>
double root(Function&& f, double low, double high) {
  double at_low = f(low);
  double at_high = f(high);
  double x = low;
  int moved_before = 0;  // −1: the low end, 1: the high end
  for (int i = 0; i < 200 && high - low > 1e-15 * std::max(1.0, std::abs(high)); ++i) {
    const bool finite = std::isfinite(at_low) && std::isfinite(at_high) && at_high > at_low;
    x = finite ? high - at_high * (high - low) / (at_high - at_low) : std::midpoint(low, high);
    const double at_x = f(x);
    if (std::abs(at_x) <= 1e-14) break;
    const int moved = at_x > 0.0 ? 1 : -1;
    if (moved > 0) {
      high = x;
      at_high = at_x;
      if (moved == moved_before) at_low /= 2.0;
    } else {
      low = x;
      at_low = at_x;
      if (moved == moved_before) at_high /= 2.0;
    }
    moved_before = moved;
  }
  return x;
}

}  // namespace

double studentised_range_cdf(double q, const StudentisedRange& distribution) {
  check(distribution);
  if (std::isnan(q)) throw InvalidArgument("q is not a number");
  if (q <= 0.0) return 0.0;
  if (q == kInfinite) return 1.0;
  return cdf_unchecked(q, distribution);
}

double studentised_range_upper(double q, const StudentisedRange& distribution) {
  check(distribution);
  if (std::isnan(q)) throw InvalidArgument("q is not a number");
  if (q <= 0.0) return 1.0;
  if (q == kInfinite) return 0.0;
  return upper_unchecked(q, distribution);
}

double studentised_range_quantile(double p, const StudentisedRange& distribution) {
  check(distribution);
  if (!(p >= 0.0 && p <= 1.0)) throw InvalidArgument(fmt::format("p = {}: must be in [0, 1]", p));
  if (p == 0.0) return 0.0;
  if (p == 1.0) return kInfinite;
  // In log q and the logarithm of the smaller tail, where both ends of the distribution are nearly straight lines.
  const auto excess = [&](double log_q) {
    const double q = std::exp(log_q);
    return p < 0.5 ? std::log(cdf_unchecked(q, distribution) / p)
                   : std::log((1.0 - p) / upper_unchecked(q, distribution));
  };
  double low = 0.0;
  double high = 1.0;
  while (excess(low) > 0.0) low -= 2.0;
  while (excess(high) < 0.0) high += 1.0;
  return std::exp(root(excess, low, high));
}

}  // namespace cgsd
