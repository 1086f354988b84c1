#include "cgsd/figure/tail_bins.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

std::vector<double> integers(int from, int to) {
  std::vector<double> values(static_cast<std::size_t>(to - from + 1));
  std::iota(values.begin(), values.end(), from);
  return values;
}

TEST(TailBins, GiveEveryIntegerOfAShortRangeItsOwn) {
  const TailBins bins = tail_bins(integers(-10, 2));
  EXPECT_DOUBLE_EQ(bins.first, -10.5);
  EXPECT_DOUBLE_EQ(bins.width, 1.0);
  EXPECT_EQ(bins.count, 13u);
  EXPECT_EQ(bins.below + bins.above, 0u);
  const std::vector<double> shares = shares_in(bins, integers(-10, 2));  // the first and the last are the tails
  ASSERT_EQ(shares.size(), 15u);
  for (std::size_t b = 1; b <= 13; ++b) EXPECT_NEAR(shares[b], 100.0 / 13.0, 1e-12) << b;
  EXPECT_EQ(shares.front() + shares.back(), 0.0);
}

// 0 … 99 in bins of 5 (99 / 28 is rounded up to 5): five integers each, no comb.
TEST(TailBins, HoldEquallyManyIntegers) {
  const TailBins bins = tail_bins(integers(0, 99));
  EXPECT_DOUBLE_EQ(bins.width, 5.0);
  EXPECT_DOUBLE_EQ(bins.first, -0.5);
  ASSERT_EQ(bins.count, 20u);
  const std::vector<double> shares = shares_in(bins, integers(0, 99));
  for (std::size_t b = 1; b <= 20; ++b) EXPECT_DOUBLE_EQ(shares[b], 5.0);
}

// 990 values in 0 … 9 and ten at −1000: the range without 2 % of them is 0 … 9.
TEST(TailBins, GatherALongTail) {
  std::vector<double> values(10, -1000.0);
  for (int i = 0; i < 990; ++i) values.push_back(i % 10);
  std::sort(values.begin(), values.end());
  const TailBins bins = tail_bins(values);
  EXPECT_EQ(bins.below, 10u);
  EXPECT_EQ(bins.above, 0u);
  EXPECT_DOUBLE_EQ(bins.below_limit, 0.0);
  EXPECT_DOUBLE_EQ(bins.width, 1.0);
  const std::vector<double> shares = shares_in(bins, values);
  EXPECT_DOUBLE_EQ(shares.front(), 1.0);
  EXPECT_DOUBLE_EQ(shares.back(), 0.0);
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 100.0, 1e-9);
}

TEST(TailBins, GatherTailsOnBothSides) {
  std::vector<double> values = {-500.5, 700.5};
  for (int i = 0; i < 998; ++i) values.push_back(0.001 * i);
  std::sort(values.begin(), values.end());
  const TailBins bins = tail_bins(values);
  EXPECT_GE(bins.below, 1u);
  EXPECT_GE(bins.above, 1u);
  EXPECT_LE(bins.count, 30u);
}

TEST(TailBins, HoldTheExtremesWhereTailsAreShort) {
  for (const double scale : {1e-9, 0.37, 1.0, 1234.5, 1e12}) {
    std::vector<double> values;
    for (int i = -50; i <= 50; ++i) values.push_back(scale * i);
    const TailBins bins = tail_bins(values);
    EXPECT_LE(bins.first, values.front());
    EXPECT_GT(bins.last(), values.back());
    EXPECT_LE(bins.count, 31u);
    EXPECT_GE(bins.count, 10u);
  }
}

TEST(TailBins, TakeASingleValue) {
  for (const double value : {0.0, -7.0, 0.3, 1e15}) {
    const TailBins bins = tail_bins(std::vector<double>(5, value));
    EXPECT_EQ(bins.below + bins.above, 0u);
    EXPECT_LE(bins.first, value);
    EXPECT_GT(bins.last(), value);
  }
}

}  // namespace
}  // namespace cgsd
