#include "cgsd/levels/shares.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(Shares, PairsAreThoseWithTheLargestSum) {
  // Greedy would take 10 first and end with 10 + 1; the best is 9 + 8.
  const std::map<SharedPair, std::uint64_t> weights = {{{0, 5}, 10}, {{0, 7}, 9}, {{1, 5}, 8}, {{1, 7}, 1}};
  EXPECT_EQ(best_pairs(weights), (std::vector<SharedPair>{{0, 7}, {1, 5}}));
}

TEST(Shares, PairsThatShareNothingAreNone) {
  const std::map<SharedPair, std::uint64_t> weights = {{{0, 5}, 3}, {{1, 5}, 2}, {{2, 6}, 1}};
  EXPECT_EQ(best_pairs(weights), (std::vector<SharedPair>{{0, 5}, {2, 6}}));
  EXPECT_TRUE(best_pairs({}).empty());
}

TEST(Shares, MoreThanHalfOfEitherKeeps) {
  const Shares shares{{{{0, 1}, 5}}, {{0, 10}}, {{1, 9}}};
  EXPECT_TRUE(shares.keeps({0, 1}));  // 5 of 9
  EXPECT_DOUBLE_EQ(shares.jaccard({0, 1}), 5.0 / 14.0);
  const Shares half{{{{0, 1}, 5}}, {{0, 10}}, {{1, 10}}};
  EXPECT_FALSE(half.keeps({0, 1}));
}

}  // namespace
}  // namespace cgsd
