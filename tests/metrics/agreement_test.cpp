#include "cgsd/metrics/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/random_classes.hpp"

namespace cgsd {
namespace {

using testing::random_classes;
using Classes = std::vector<std::int32_t>;

TEST(Agreement, IsOneForTheSamePartitionUnderOtherNames) {
  const auto table = contingency(Classes{0, 0, 1, 1, 2}, Classes{7, 7, 3, 3, 5});
  EXPECT_DOUBLE_EQ(nmi(table), 1.0);
  EXPECT_DOUBLE_EQ(ami(table), 1.0);
  EXPECT_DOUBLE_EQ(ari(table), 1.0);
}

TEST(Agreement, IsRightByHand) {
  // Pairs together: 1 in both, 1 and 2 in each; of 6. Expected 1·2/6: ARI = (1 − 1/3) / (3/2 − 1/3) = 4/7.
  EXPECT_DOUBLE_EQ(ari(contingency(Classes{0, 0, 1, 2}, Classes{0, 0, 1, 1})), 4.0 / 7.0);
  // I = log 2, H = log 2 and (3/2) log 2: NMI = 1 / 1.25.
  EXPECT_NEAR(nmi(contingency(Classes{0, 0, 1, 2}, Classes{0, 0, 1, 1})), 0.8, 1e-15);
  // Independent halves: no information, and one pair fewer together than chance.
  const auto crossed = contingency(Classes{0, 0, 1, 1}, Classes{0, 1, 0, 1});
  EXPECT_NEAR(nmi(crossed), 0.0, 1e-15);
  EXPECT_DOUBLE_EQ(ari(crossed), -0.5);
}

TEST(Agreement, LeavesUnlabelledNodesOutAndHandlesTrivialPartitions) {
  // Node 1 would break the agreement; it has no class.
  EXPECT_DOUBLE_EQ(nmi(contingency(Classes{0, -1, 1}, Classes{0, 1, 1})), 1.0);
  EXPECT_EQ(nmi(contingency(Classes{0, 0}, Classes{5, 5})), 1.0);
  EXPECT_EQ(nmi(contingency(Classes{0, 0, 0}, Classes{0, 1, 2})), 0.0);
  EXPECT_EQ(nmi(contingency(Classes{}, Classes{})), 1.0);
}

// The slow twin of E[I]: the mean over every permutation of six nodes must make AMI vanish on average.
TEST(Agreement, AmiIsZeroOnAverageOverAllPermutations) {
  const Classes truth = {0, 0, 0, 1, 1, 2};
  const Classes found = {0, 0, 1, 1, 1, 1};
  std::vector<std::size_t> order(6);
  std::iota(order.begin(), order.end(), std::size_t{0});
  double sum = 0.0;
  do {
    Classes permuted(6);
    for (std::size_t i = 0; i < 6; ++i) permuted[i] = found[order[i]];
    sum += ami(contingency(truth, permuted));
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_NEAR(sum / 720.0, 0.0, 1e-13);
}

// I equals its expectation: what is left is rounding, and must not become a quotient of it.
TEST(Agreement, AmiOfATrivialPartitionIsChance) {
  Classes alone(97);
  std::iota(alone.begin(), alone.end(), 0);
  const Classes three = random_classes(97, 3, 5);
  const Classes one(97, 0);
  EXPECT_EQ(ami(contingency(alone, three)), 0.0);
  EXPECT_EQ(ami(contingency(three, alone)), 0.0);
  EXPECT_EQ(ami(contingency(one, three)), 0.0);
  EXPECT_EQ(ami(contingency(one, alone)), 0.0);
  EXPECT_EQ(ami(contingency(alone, alone)), 1.0);
  EXPECT_EQ(ami(contingency(one, one)), 1.0);
}

}  // namespace
}  // namespace cgsd
