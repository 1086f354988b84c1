// The distribution functions behind the p-values, by Boost.Math; only this source uses it.
//
// Upper tails are computed as such, never as 1 − cdf, so small p-values keep their digits down to underflow (then 0).
// An infinite argument gives the limit; NaN, or a parameter outside the stated range, gives NaN.
#pragma once

namespace cgsd {

double normal_cdf(double z);
double normal_upper(double z);

double student_upper(double t, double degrees_of_freedom);     // P(T > t), degrees_of_freedom > 0
double student_quantile(double p, double degrees_of_freedom);  // 0 < p < 1

double chi_squared_upper(double x, double degrees_of_freedom);  // x ≥ 0

struct FDegrees {
  double numerator;
  double denominator;
};
double f_upper(double f, FDegrees degrees_of_freedom);  // f ≥ 0

double log_gamma(double x);  // x > 0; std::lgamma writes a global variable

}  // namespace cgsd
