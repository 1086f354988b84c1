#include "cgsd/core/ranks.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(MidRanks, CountFromOneAndShareTies) {
  EXPECT_THAT(mid_ranks(std::vector{3.0, -1.0, 3.0, 7.0, 3.0}, RunContext()), ElementsAre(3.0, 1.0, 3.0, 5.0, 3.0));
  EXPECT_THAT(mid_ranks(std::vector{2.0, 2.0}, RunContext()), ElementsAre(1.5, 1.5));
  EXPECT_THAT(mid_ranks(std::vector<double>{}, RunContext()), IsEmpty());
}

TEST(MidRanks, AreSharesOfTheNumberOfValues) {
  EXPECT_THAT(rank_shares(std::vector{3.0, -1.0, 3.0, 7.0}, RunContext()), ElementsAre(0.625, 0.25, 0.625, 1.0));
  EXPECT_THAT(rank_shares(std::vector<double>{}, RunContext()), IsEmpty());
  EXPECT_EQ(mid_rank(4.0, 1.0), 5.0);
  EXPECT_EQ(mid_rank(4.0, 4.0), 6.5);  // the mean of 5, 6, 7, 8
}

TEST(MidRanks, HaveATableOfTies) {
  const RankTable table = rank_table(std::vector{2.0, -0.0, 2.0, 0.0, 9.0});
  EXPECT_THAT(table.values, ElementsAre(0.0, 2.0, 9.0));
  EXPECT_THAT(table.ranks, ElementsAre(1.5, 3.5, 5.0));
  EXPECT_THAT(table.equal, ElementsAre(2u, 2u, 1u));
  EXPECT_EQ(table.rank_of(0.0), 1.5);
}

// Twin: one more than the number of smaller values, plus half the number of other equal ones.
TEST(MidRanks, AgreeWithCountingPairs) {
  std::vector<double> values(500);
  RandomSequence random{RandomStream(3)};
  for (double& x : values) x = static_cast<double>(random.below(40));
  const auto ranks = mid_ranks(values, RunContext());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto smaller = std::ranges::count_if(values, [&](double x) { return x < values[i]; });
    const auto equal = std::ranges::count(values, values[i]);
    EXPECT_DOUBLE_EQ(ranks[i], static_cast<double>(smaller) + static_cast<double>(equal + 1) / 2.0);
  }
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) { return mid_ranks(values, run); });
}

}  // namespace
}  // namespace cgsd
