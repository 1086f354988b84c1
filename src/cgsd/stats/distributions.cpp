#include "cgsd/stats/distributions.hpp"

#include <cmath>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include "cgsd/core/special_values.hpp"

namespace cgsd {
namespace {

namespace math = boost::math;
namespace policies = boost::math::policies;

// Answers NaN, 0 or infinity instead of throwing: no exception of Boost's leaves the library, and its machinery for
// composing messages, which is made of streams, is not linked.
using Quiet = policies::policy<
    policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
    policies::overflow_error<policies::ignore_error>, policies::underflow_error<policies::ignore_error>,
    policies::denorm_error<policies::ignore_error>, policies::evaluation_error<policies::ignore_error>,
    policies::rounding_error<policies::ignore_error>, policies::indeterminate_result_error<policies::ignore_error>>;
using Normal = math::normal_distribution<double, Quiet>;
using Student = math::students_t_distribution<double, Quiet>;
using ChiSquared = math::chi_squared_distribution<double, Quiet>;
using FisherF = math::fisher_f_distribution<double, Quiet>;

}  // namespace

double normal_cdf(double z) { return math::cdf(Normal(), z); }

double normal_upper(double z) { return math::cdf(math::complement(Normal(), z)); }

double student_upper(double t, double degrees_of_freedom) {
  return math::cdf(math::complement(Student(degrees_of_freedom), t));
}

double student_quantile(double p, double degrees_of_freedom) { return math::quantile(Student(degrees_of_freedom), p); }

double chi_squared_upper(double x, double degrees_of_freedom) {
  if (x == kInfinite) return 0.0;
  return math::cdf(math::complement(ChiSquared(degrees_of_freedom), x));
}

double f_upper(double f, FDegrees degrees_of_freedom) {
  if (f == kInfinite) return 0.0;
  return math::cdf(math::complement(FisherF(degrees_of_freedom.numerator, degrees_of_freedom.denominator), f));
}

double log_gamma(double x) { return math::lgamma(x, Quiet()); }

}  // namespace cgsd
