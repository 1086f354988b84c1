// The studentised range: the range of `groups` independent standard normal numbers, divided by an independent estimate
// s of their standard deviation with ν degrees of freedom (ν = ∞: s = 1, what Nemenyi's test needs).
//
//   F_∞(q) = k ∫ φ(z) [Φ(z) − Φ(z − q)]^(k−1) dz          F_ν(q) = ∫ f_ν(s) F_∞(q s) ds,  s = √(χ²_ν / ν)
//
// How: the trapezoidal rule in z, and in log s, which converges geometrically for such smooth, fast decaying integrands
// (Trefethen & Weideman, SIAM Review 2014). The upper tail is integrated as such: with a = Φ(z), b = Φ(z − q) its
// integrand is a^(k−1) − (a − b)^(k−1), a sum of positive terms. Quantiles by the Illinois method on logarithms.
// Promises: cdf within 1e-12, upper tail within 1e-10 relative down to underflow, quantile within 1e-10 relative.
// Throws InvalidArgument for groups outside [2, 10000], degrees of freedom below 1, q that is NaN, p outside [0, 1].
// Cost: ~500 values of the integrand for ν = ∞, ~10⁴ – 10⁵ otherwise; a quantile takes some ten times as long.
// Source: Lund & Lund, Applied Statistics 32 (1983), AS 190, for the integrals; the quadrature is our own.
#pragma once

#include <cstdint>
#include <limits>

namespace cgsd {

struct StudentisedRange {
  std::int32_t groups = 2;
  double degrees_of_freedom = std::numeric_limits<double>::infinity();
};

double studentised_range_cdf(double q, const StudentisedRange& distribution);
double studentised_range_upper(double q, const StudentisedRange& distribution);     // 1 − cdf
double studentised_range_quantile(double p, const StudentisedRange& distribution);  // ∞ at 1

}  // namespace cgsd
