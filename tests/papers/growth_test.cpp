#include "papers/cgsd/growth.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(Growth, FindsTheExponentOfAPower) {
  EXPECT_NEAR(growth_exponent({{1.0, 10.0, 100.0}, {3.0, 300.0, 30000.0}}), 2.0, 1e-12);
  EXPECT_NEAR(growth_exponent({{2.0, 8.0}, {5.0, 5.0}}), 0.0, 1e-12);
}

// log₂: sizes 0, 1, 2; amounts 0, 2, 1. Slope = (−1·0 + 0·2 + 1·1 − 0) / 2 = ½.
TEST(Growth, FitsByLeastSquares) { EXPECT_NEAR(growth_exponent({{1.0, 2.0, 4.0}, {1.0, 4.0, 2.0}}), 0.5, 1e-12); }

TEST(Growth, HasNoExponentWithoutTwoSizes) {
  EXPECT_TRUE(std::isnan(growth_exponent({{1.0}, {2.0}})));
  EXPECT_TRUE(std::isnan(growth_exponent({})));
  EXPECT_TRUE(std::isnan(growth_exponent({{1.0, 2.0}, {0.0, 2.0}})));
}

// Each of n points is compared with n − 1 others, or with itself too: both grow as n² to two digits.
TEST(Growth, TheExactSearchComparesAllPairs) {
  const CostGrowth costs = measure_costs(RunContext());
  EXPECT_NEAR(growth_exponent(costs.neighbour_pairs), 2.0, 0.01);
  EXPECT_GE(costs.curvature.sizes.size(), 3u);
  EXPECT_GE(costs.eigenvectors.sizes.size(), 3u);
  EXPECT_GE(costs.eigenvectors_by_count.sizes.size(), 3u);
}

}  // namespace
}  // namespace cgsd
