#include "papers/cgsd/statements/value_counts.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(ValueCounts, AreSortedAndHoldEachValueOnce) {
  EXPECT_EQ(count_values({2, -1, 2, 0, 2}), (ValueCounts{{-1, 1}, {0, 1}, {2, 3}}));
  EXPECT_TRUE(count_values({}).empty());
}

TEST(ValueCounts, GiveMeanAndVariance) {
  const ValueCounts counts = {{0, 8}, {10, 2}};  // mean 2, deviations 2 and 8
  EXPECT_EQ(total_count(counts), 10U);
  EXPECT_DOUBLE_EQ(mean_value(counts), 2.0);
  EXPECT_DOUBLE_EQ(mean_square_deviation(counts), (8 * 4.0 + 2 * 64.0) / 10.0);
  EXPECT_TRUE(std::isnan(mean_value({})));
  EXPECT_TRUE(std::isnan(mean_square_deviation({})));
}

TEST(ValueCounts, TheMeanGateDoesNotUnderflow) {
  EXPECT_DOUBLE_EQ(log_mean_gate({{0, 3}}), std::log(0.5));
  // Half of the edges have e^−1000, the others next to nothing of that.
  EXPECT_NEAR(log_mean_gate({{-2000, 1}, {-1000, 1}}), -1000.0 + std::log(0.5), 1e-12);
  EXPECT_TRUE(std::isnan(log_mean_gate({})));
}

}  // namespace
}  // namespace cgsd
