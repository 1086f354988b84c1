#include "cgsd/stats/distributions.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

void expect_relative(double found, double expected, double tolerance) {
  EXPECT_LE(std::abs(found - expected), tolerance * std::abs(expected)) << found << " instead of " << expected;
}

TEST(Distributions, HaveTheNormalTableValues) {
  expect_relative(normal_upper(1.959963984540054), 0.025, 1e-14);
  expect_relative(normal_upper(30.0), 4.906713927148187e-198, 1e-12);  // far out, not 1 − 1
  EXPECT_EQ(normal_cdf(0.0), 0.5);
}

TEST(Distributions, HaveTheClosedFormsOfOneAndTwoDegreesOfFreedom) {
  for (const double t : {-4.0, -0.5, 0.0, 0.3, 2.0, 17.0}) {
    expect_relative(student_upper(t, 1.0), 0.5 - std::atan(t) / std::numbers::pi, 1e-13);
    expect_relative(student_upper(t, 2.0), (1.0 - t / std::sqrt(2.0 + t * t)) / 2.0, 1e-13);
  }
  expect_relative(student_upper(1e9, 1.0), 1e-9 / std::numbers::pi, 1e-13);
  for (const double p : {0.05, 0.6, 0.975, 0.9999}) {
    expect_relative(student_quantile(p, 2.0), (2.0 * p - 1.0) / std::sqrt(2.0 * p * (1.0 - p)), 1e-12);
    expect_relative(student_upper(student_quantile(p, 9.0), 9.0), 1.0 - p, 1e-12);
  }
  for (const double x : {0.0, 0.1, 5.0, 600.0}) {
    expect_relative(chi_squared_upper(x, 2.0), std::exp(-x / 2.0), 1e-13);
    expect_relative(f_upper(x, {2.0, 7.0}), std::pow(1.0 + 2.0 * x / 7.0, -3.5), 1e-13);
  }
}

TEST(Distributions, KnowFactorials) {
  expect_relative(log_gamma(5.0), std::log(24.0), 1e-14);
  expect_relative(log_gamma(0.5), std::log(std::numbers::pi) / 2.0, 1e-14);
}

TEST(Distributions, HaveLimits) {
  EXPECT_EQ(student_upper(kInfinite, 5.0), 0.0);
  EXPECT_EQ(student_upper(-kInfinite, 5.0), 1.0);
  EXPECT_EQ(student_upper(1e300, 50.0), 0.0);  // underflow
  EXPECT_EQ(normal_upper(kInfinite), 0.0);
  EXPECT_EQ(normal_cdf(-50.0), 0.0);
  EXPECT_EQ(chi_squared_upper(kInfinite, 3.0), 0.0);
  EXPECT_EQ(chi_squared_upper(1e6, 3.0), 0.0);
  EXPECT_EQ(f_upper(kInfinite, {2.0, 3.0}), 0.0);
}

TEST(Distributions, AnswerNonsenseWithNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(normal_upper(nan)));
  EXPECT_TRUE(std::isnan(student_upper(nan, 3.0)) && std::isnan(student_upper(1.0, -3.0)));
  EXPECT_TRUE(std::isnan(chi_squared_upper(-1.0, 3.0)) && std::isnan(f_upper(-1.0, {2.0, 2.0})));
}

}  // namespace
}  // namespace cgsd
