#include "papers/cgsd/theorems/straight_through.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// The text says that T = 0.1 gives a bias of at most 0.1 N; the lemma's own bound there is 1 − e^−10.
TEST(StraightThrough, TheBoundAtATenthIsNearlyOneNotATenth) {
  EXPECT_NEAR(straight_through_bound(0.1), 1.0 - 4.539992976248485e-05, 1e-15);
  EXPECT_GT(straight_through_bound(0.1), 0.9999);
  EXPECT_GT(straight_through_bound(0.1), straight_through_bound(1.0)) << "it rises as T falls";
  EXPECT_EQ(straight_through_bound(1e-3), 1.0) << "and tends to 1";
}

// Scores 0 and 1 at T = 1: the soft rank of 0 is 1 + σ(−1), so its bias is 0.268941 in ranks, half of that in parts of N.
TEST(StraightThrough, OnlyTheSoftRankHasABias) {
  const StraightThrough found = straight_through({{0.0, 1}, {1.0, 1}}, 1.0);
  EXPECT_NEAR(found.bias_of_soft, 0.5 / (1.0 + std::exp(1.0)), 1e-12);
  EXPECT_NEAR(found.bias_of_forward, 0.0, 1e-15);
}

// 0, 1, …, 99 at T = 1000: every soft rank is about 50.5, the first hard rank is 1.
TEST(StraightThrough, TheSoftRankBreaksTheBoundIfTIsLarge) {
  ValueCounts scores;
  for (int i = 0; i < 100; ++i) scores.push_back({static_cast<double>(i), 1});
  const StraightThrough found = straight_through(scores, 1000.0);
  EXPECT_GT(found.bias_of_soft, 0.4);
  EXPECT_LT(found.bound, 0.001);
}

TEST(StraightThrough, HasNoBiasWithoutScores) { EXPECT_TRUE(std::isnan(straight_through({}, 1.0).bias_of_soft)); }

}  // namespace
}  // namespace cgsd
