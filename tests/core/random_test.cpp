#include "cgsd/core/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(RandomStream, MatchesThePublishedPhiloxVectors) {
  // Random123's known-answer file: philox4x64-10, counter 0, key 0. A stream's draw 0 uses exactly these.
  const auto words = RandomStream(0).block(0);
  EXPECT_EQ(words[0], 0x16554d9eca36314cu);
  EXPECT_EQ(words[1], 0xdb20fe9d672d0fdcu);
  EXPECT_EQ(words[2], 0xd7e772cee186176bu);
  EXPECT_EQ(words[3], 0x7e68b68aec7ba23bu);
}

TEST(RandomStream, IsAPureFunctionOfSeedPurposeAndItem) {
  const RandomStream stream = RandomStream(7).named("dropout").at(3).at(9);
  EXPECT_EQ(stream.bits(5), RandomStream(7).named("dropout").at(3).at(9).bits(5));
  EXPECT_NE(stream.bits(5), RandomStream(8).named("dropout").at(3).at(9).bits(5));
  EXPECT_NE(stream.bits(5), RandomStream(7).named("shuffle").at(3).at(9).bits(5));
  EXPECT_NE(stream.bits(5), RandomStream(7).named("dropout").at(9).at(3).bits(5));
  EXPECT_NE(stream.bits(5), stream.bits(6));
}

TEST(RandomStream, ChildrenNeverRepeatTheirParentsDraws) {
  std::set<std::uint64_t> seen;
  const RandomStream parent(1);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    seen.insert(parent.bits(i));
    seen.insert(parent.at(i).bits(0));
    seen.insert(parent.at(i).at(i).bits(0));
  }
  EXPECT_EQ(seen.size(), 3000u);
}

TEST(RandomStream, NormalDrawsHaveTheMomentsOfANormal) {
  constexpr int kDraws = 200000;
  double moment[5] = {};
  for (int i = 0; i < kDraws; ++i) {
    const double x = RandomStream(11).normal(static_cast<std::uint64_t>(i));
    for (int k = 1; k <= 4; ++k) moment[k] += std::pow(x, k) / kDraws;
  }
  // Five standard errors of each moment of N(0, 1).
  EXPECT_NEAR(moment[1], 0.0, 5 * std::sqrt(1.0 / kDraws));
  EXPECT_NEAR(moment[2], 1.0, 5 * std::sqrt(2.0 / kDraws));
  EXPECT_NEAR(moment[3], 0.0, 5 * std::sqrt(15.0 / kDraws));
  EXPECT_NEAR(moment[4], 3.0, 5 * std::sqrt(96.0 / kDraws));
}

TEST(RandomSequence, DrawsBelowABoundUniformly) {
  RandomSequence random(RandomStream(3));
  std::vector<int> counts(7, 0);
  for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
  double chi_square = 0.0;
  for (const int count : counts) chi_square += (count - 10000.0) * (count - 10000.0) / 10000.0;
  EXPECT_LT(chi_square, 22.46);  // 99.9 % point of χ² with 6 degrees of freedom
}

TEST(RandomSequence, StaysInsideItsIntervals) {
  RandomSequence random(RandomStream(4));
  for (int i = 0; i < 10000; ++i) {
    const double u = random.uniform();
    const double v = random.uniform_positive();
    ASSERT_TRUE(u >= 0.0 && u < 1.0 && v > 0.0 && v <= 1.0);
    ASSERT_EQ(random.below(1), 0u);
  }
}

TEST(Shuffle, KeepsEveryItemOnce) {
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  RandomSequence random(RandomStream(5));
  shuffle(std::span(items), random);
  EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
  std::sort(items.begin(), items.end());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(items[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace cgsd
