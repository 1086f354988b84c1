#include "cgsd/stats/ranks.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

namespace cgsd {
namespace {

using Values = std::vector<double>;

TEST(Ranks, AreSharedByEqualValues) {
  const AverageRanks ranked = average_ranks(Values{3.0, 1.0, 3.0, 2.0, 3.0});
  EXPECT_EQ(ranked.ranks, (Values{4.0, 1.0, 4.0, 2.0, 4.0}));
  EXPECT_EQ(ranked.tied, 3u);
  EXPECT_EQ(ranked.tie_term, 24.0);
  EXPECT_EQ(average_ranks(Values{5.0, 5.0}).ranks, (Values{1.5, 1.5}));
}

TEST(Ranks, OfNothingAndOfOneValue) {
  EXPECT_TRUE(average_ranks({}).ranks.empty());
  EXPECT_EQ(average_ranks(Values{7.0}).ranks, Values{1.0});
  EXPECT_EQ(average_ranks(Values{7.0}).tied, 0u);
}

TEST(Ranks, TakeBothZerosForOneValue) { EXPECT_EQ(average_ranks(Values{0.0, -0.0}).ranks, (Values{1.5, 1.5})); }

// Twin: the rank is the number of smaller values, and half of the equal ones and of itself.
TEST(Ranks, AreWhatCountingGives) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomSequence random{RandomStream(seed)};
    Values values(1 + random.below(40));
    for (double& x : values) x = static_cast<double>(random.below(15));
    const AverageRanks ranked = average_ranks(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      double expected = 0.5;
      for (const double other : values) expected += other < values[i] ? 1.0 : other == values[i] ? 0.5 : 0.0;
      EXPECT_EQ(ranked.ranks[i], expected);
    }
  }
}

}  // namespace
}  // namespace cgsd
