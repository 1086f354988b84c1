#include "cgsd/diffusion/stationary_part.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

// root (1, 2, 2), squares 9. Along it: 3 + 2 · 6 + 2 · 6 = 27, of size 27² / 9 = 81; the rest is 0.
TEST(StationaryPart, IsTakenOutIfNothingElseIsAsLarge) {
  const std::vector<float> root = {1.0F, 2.0F, 2.0F};
  Matrix<float> y(3, 1, {3.0F, 6.0F, 6.0F});
  EXPECT_TRUE(take_out_stationary_part(y, root, 0, RunContext()));
  for (const float value : y.values()) EXPECT_NEAR(value, 0.0, 1e-5);
}

// Column 0 is all root, of size 9; column 1 is at right angles to it, 4² + 2² = 20: more.
TEST(StationaryPart, StaysIfAnotherDirectionIsLarger) {
  const std::vector<float> root = {1.0F, 2.0F, 2.0F};
  Matrix<float> y(3, 2, {1.0F, -4.0F, 2.0F, 2.0F, 2.0F, 0.0F});
  const Matrix<float> before = y;
  EXPECT_FALSE(take_out_stationary_part(y, root, 0, RunContext()));
  EXPECT_TRUE(std::equal(y.values().begin(), y.values().end(), before.values().begin()));
}

TEST(StationaryPart, OfTheFirstRowsIsTakenOutOfAll) {
  const std::vector<float> root = {1.0F, 1.0F, 3.0F};
  Matrix<float> y(3, 1, {2.0F, 2.0F, 10.0F});
  EXPECT_TRUE(take_out_stationary_part(y, root, 2, RunContext()));
  EXPECT_NEAR(y(0, 0), 0.0, 1e-6);
  EXPECT_NEAR(y(2, 0), 10.0 - 3.0 * 2.0, 1e-6);
}

TEST(StationaryPart, OfNothingIsNothing) {
  Matrix<float> y(2, 0);
  EXPECT_FALSE(take_out_stationary_part(y, std::vector<float>{1.0F, 1.0F}, 0, RunContext()));
}

TEST(StationaryPart, HasTheSameBitsAtAnyNumberOfThreads) {
  const std::vector<float> root(3000, 1.0F);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Matrix<float> y = testing::random_matrix<float>(3000, 5, 1);
    for (float& value : y.values()) value += 4.0F;
    EXPECT_TRUE(take_out_stationary_part(y, root, 0, run));
    return y;
  });
}

}  // namespace
}  // namespace cgsd
