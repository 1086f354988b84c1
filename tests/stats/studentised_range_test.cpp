#include "cgsd/stats/studentised_range.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "cgsd/stats/distributions.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

void expect_relative(double found, double expected, double tolerance) {
  EXPECT_LE(std::abs(found - expected), tolerance * std::abs(expected)) << found << " instead of " << expected;
}

// Demšar (JMLR 2006), table 5 (a): q / √2 for 2 … 10 classifiers; some of the printed figures are cut, not rounded.
TEST(StudentisedRange, HasTheCriticalValuesOfNemenyisTest) {
  const double at_5_percent[] = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
  const double at_10_percent[] = {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920};
  for (std::int32_t k = 2; k <= 10; ++k) {
    EXPECT_NEAR(studentised_range_quantile(0.95, {k}) / std::numbers::sqrt2, at_5_percent[k - 2], 1.01e-3) << k;
    EXPECT_NEAR(studentised_range_quantile(0.90, {k}) / std::numbers::sqrt2, at_10_percent[k - 2], 1.01e-3) << k;
  }
}

// Harter (1960), as reprinted in textbooks.
TEST(StudentisedRange, HasTheTabledQuantilesOfFiniteDegreesOfFreedom) {
  EXPECT_NEAR(studentised_range_quantile(0.95, {3, 10.0}), 3.877, 6e-4);
  EXPECT_NEAR(studentised_range_quantile(0.99, {3, 10.0}), 5.270, 6e-4);
  EXPECT_NEAR(studentised_range_quantile(0.95, {4, 20.0}), 3.958, 6e-4);
  EXPECT_NEAR(studentised_range_quantile(0.95, {10, 20.0}), 5.008, 6e-4);
  EXPECT_NEAR(studentised_range_quantile(0.95, {3, 2.0}), 8.331, 6e-4);
  EXPECT_NEAR(studentised_range_quantile(0.95, {5, 1.0}), 37.08, 6e-3);
}

// The range of two is √2 |t|.
TEST(StudentisedRange, OfTwoGroupsIsStudents) {
  for (const double nu : {1.0, 2.0, 3.5, 10.0, 99.0, 101.0, 1e4, 1e8}) {
    for (const double q : {1e-3, 0.1, 1.0, 3.0, 8.0, 30.0}) {
      const double expected = 2.0 * student_upper(q / std::numbers::sqrt2, nu);
      expect_relative(studentised_range_upper(q, {2, nu}), expected, 1e-10);
      EXPECT_NEAR(studentised_range_cdf(q, {2, nu}), 1.0 - expected, 1e-12) << nu << " " << q;
    }
  }
  for (const double q : {0.1, 1.0, 5.0, 20.0, 50.0})
    expect_relative(studentised_range_upper(q, {2}), std::erfc(q / 2.0), 1e-12);
  expect_relative(studentised_range_upper(1e8, {2, 1.0}), 2.0 * student_upper(1e8 / std::numbers::sqrt2, 1.0), 1e-10);
}

// Twin: from the smallest number instead of the largest, by Simpson's rule in extended precision.
double cdf_from_the_smallest(double q, std::int32_t groups) {
  const auto below = [](long double z) { return std::erfc(-z / std::sqrt(2.0L)) / 2.0L; };
  constexpr int kPieces = 20'000;
  const long double begin = -12.0L;
  const long double width = 24.0L / kPieces;
  long double sum = 0.0L;
  for (int i = 0; i <= kPieces; ++i) {
    const long double z = begin + i * width;
    const long double value = std::exp(-z * z / 2.0L) * std::pow(below(z + q) - below(z), groups - 1);
    sum += value * (i == 0 || i == kPieces ? 1.0L : i % 2 == 1 ? 4.0L : 2.0L);
  }
  return static_cast<double>(groups * sum * width / 3.0L / std::sqrt(2.0L * std::numbers::pi_v<long double>));
}

TEST(StudentisedRange, IsTheSameFromTheSmallestNumber) {
  for (const std::int32_t groups : {2, 3, 7, 30, 200, 3000, 10'000}) {
    for (const double q : {0.3, 1.0, 2.5, 4.0, 6.0, 9.0, 14.0}) {
      const double expected = cdf_from_the_smallest(q, groups);
      EXPECT_NEAR(studentised_range_cdf(q, {groups}), expected, 1e-12) << groups << " " << q;
      EXPECT_NEAR(studentised_range_upper(q, {groups}), 1.0 - expected, 1e-12) << groups << " " << q;
    }
  }
}

// Far out only one pair of the k (k − 1) / 2 is that far apart.
TEST(StudentisedRange, KeepsItsDigitsInTheFarTail) {
  for (const std::int32_t k : {3, 10, 100}) {
    for (const double q : {22.0, 35.0, 50.0}) {
      expect_relative(studentised_range_upper(q, {k}), k * (k - 1.0) / 2.0 * std::erfc(q / 2.0), 1e-11);
    }
  }
  EXPECT_EQ(studentised_range_upper(70.0, {10}), 0.0);  // underflow
  EXPECT_EQ(studentised_range_cdf(70.0, {10}), 1.0);
}

TEST(StudentisedRange, TendsToTheInfiniteCase) {
  for (const std::int32_t k : {3, 20}) {
    EXPECT_NEAR(studentised_range_cdf(3.5, {k, 1e13}), studentised_range_cdf(3.5, {k}), 1e-12);
    EXPECT_EQ(studentised_range_cdf(3.5, {k, 1e308}), studentised_range_cdf(3.5, {k}));
    EXPECT_NEAR(studentised_range_cdf(3.5, {k, 1e19}), studentised_range_cdf(3.5, {k}), 1e-12);
    EXPECT_NEAR(studentised_range_cdf(3.5, {k, 1e6}), studentised_range_cdf(3.5, {k}), 1e-5);
  }
}

TEST(StudentisedRange, QuantileAndCdfAreInverse) {
  for (const double nu : {1.0, 7.0, kInfinite}) {
    for (const std::int32_t k : {2, 20}) {
      for (const double p : {1e-12, 1e-3, 0.3, 0.5, 0.95, 0.999}) {
        expect_relative(studentised_range_cdf(studentised_range_quantile(p, {k, nu}), {k, nu}), p, 1e-11);
      }
    }
  }
  expect_relative(studentised_range_quantile(1e-300, {2}), 1e-300 * std::sqrt(std::numbers::pi), 1e-10);  // erf(q/2)
}

TEST(StudentisedRange, HasLimits) {
  for (const double nu : {3.0, kInfinite}) {
    EXPECT_EQ(studentised_range_cdf(0.0, {3, nu}), 0.0);
    EXPECT_EQ(studentised_range_cdf(-1.0, {3, nu}), 0.0);
    EXPECT_EQ(studentised_range_cdf(kInfinite, {3, nu}), 1.0);
    EXPECT_EQ(studentised_range_upper(0.0, {3, nu}), 1.0);
    EXPECT_EQ(studentised_range_upper(kInfinite, {3, nu}), 0.0);
    EXPECT_EQ(studentised_range_quantile(0.0, {3, nu}), 0.0);
    EXPECT_EQ(studentised_range_quantile(1.0, {3, nu}), kInfinite);
  }
}

TEST(StudentisedRange, SaysWhatIsWrong) {
  const auto text = [](double q, const StudentisedRange& range) {
    return testing::error_text<InvalidArgument>([&] { studentised_range_cdf(q, range); });
  };
  EXPECT_EQ(text(1.0, {1}), "groups = 1: must be in [2, 10000]");
  EXPECT_EQ(text(1.0, {3, 0.5}), "degrees_of_freedom = 0.5: must be at least 1");
  EXPECT_EQ(text(1.0, {3, std::nan("")}), "degrees_of_freedom = nan: must be at least 1");
  EXPECT_EQ(text(std::nan(""), {3}), "q is not a number");
  EXPECT_THROW(studentised_range_quantile(1.5, {3}), InvalidArgument);
  EXPECT_THROW(studentised_range_quantile(std::nan(""), {3}), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
