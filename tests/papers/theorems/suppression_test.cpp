#include "papers/cgsd/theorems/suppression.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(Suppression, TriesEveryEdgeBelowZeroAgainstEveryThreshold) {
  const Suppression found = suppression({{-5.0, 2}, {-1.0, 1}, {0.0, 5}, {2.0, 2}});
  EXPECT_EQ(found.edges, 3u);
  EXPECT_EQ(found.thresholds, 2u);
  EXPECT_EQ(found.violations, 0u);
  EXPECT_DOUBLE_EQ(found.closed_share, 0.2);  // σ(−5) = 0.0067, σ(−1) = 0.27
}

TEST(Suppression, HoldsWhereGatesUnderflow) {
  const Suppression found = suppression({{-3800.0, 1}, {-3799.0, 1}, {-746.0, 1}});
  EXPECT_EQ(found.edges, 3u);
  EXPECT_EQ(found.violations, 0u);
}

TEST(Suppression, SaysNothingOfEdgesThatAreNotNegative) {
  EXPECT_EQ(suppression({{0.0, 4}, {2.0, 1}}).edges, 0u);
  EXPECT_EQ(suppression({}).edges, 0u);
}

// The paper's "1,200×" for Cornell's means −22.50 and −30.19: far out σ is e^κ, so the ratio is e^7.69.
TEST(Suppression, TheRatioOfCornellsGatesIs2186) {
  EXPECT_NEAR(gate_ratio(-22.50, -30.19), std::exp(7.69), 1e-6 * std::exp(7.69));
  EXPECT_NEAR(gate_ratio(-22.50, -30.19), 2186.0, 1.0);
  EXPECT_NEAR(gate_ratio(-3700.0, -3700.0 - 7.69), std::exp(7.69), 1e-6);
}

}  // namespace
}  // namespace cgsd
