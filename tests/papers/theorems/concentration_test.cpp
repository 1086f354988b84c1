#include "papers/cgsd/theorems/concentration.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// −10 once and 0 three times: μ = −2.5, s² = 18.75. Just above −10 the share is ¾ and the bound 1 − 18.75/56.25 = ⅔.
TEST(Concentration, IsTightestJustAboveAValue) {
  const Concentration found = concentration({{-10.0, 1}, {0.0, 3}});
  EXPECT_DOUBLE_EQ(found.mean, -2.5);
  EXPECT_DOUBLE_EQ(found.deviation, std::sqrt(18.75));
  EXPECT_EQ(found.thresholds, 42u);  // two at −10, forty at μ − t s
  EXPECT_EQ(found.violations, 0u);
  EXPECT_NEAR(found.smallest_slack, 0.75 - 2.0 / 3.0, 1e-9);
}

TEST(Concentration, HoldsWithoutSpreadAndSaysNothingWithoutEdges) {
  const Concentration equal = concentration({{-3.0, 7}});
  EXPECT_EQ(equal.thresholds, 40u);
  EXPECT_EQ(equal.violations, 0u);
  EXPECT_TRUE(std::isnan(equal.smallest_slack));
  EXPECT_EQ(concentration({}).thresholds, 0u);
}

}  // namespace
}  // namespace cgsd
