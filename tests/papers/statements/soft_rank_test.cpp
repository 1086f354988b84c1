#include "papers/cgsd/statements/soft_rank.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"
#include "cgsd/core/ranks.hpp"

namespace cgsd {
namespace {

// The definition, over the single values.
double soft_rank_of(const std::vector<double>& values, std::size_t e, double temperature) {
  double rank = 0.5;
  for (const double other : values) rank += 1.0 / (1.0 + std::exp(-(values[e] - other) / temperature));
  return rank;
}

TEST(SoftRank, TwoValuesAreWorkedOutByHand) {
  // 0 and 1 at T = 1: ½ + ½ + σ(−1) against 1, and ½ + ½ + σ(1) against 2.
  const double missing = 1.0 / (1.0 + std::exp(1.0));
  const auto biases = soft_rank_biases({{0, 1}, {1, 1}}, 1.0);
  EXPECT_DOUBLE_EQ(biases[0], missing);
  EXPECT_DOUBLE_EQ(biases[1], -missing);
  const SoftRank found = soft_rank({{0, 1}, {1, 1}}, 1.0);
  EXPECT_DOUBLE_EQ(found.bias, missing);
  EXPECT_DOUBLE_EQ(found.bound, missing);  // met
  EXPECT_EQ(found.verdict, Verdict::holds);
}

TEST(SoftRank, AgreesWithTheDefinitionAndMidRanks) {
  std::vector<double> values;
  RandomSequence random(RandomStream(3).named("values"));
  for (int i = 0; i < 200; ++i) values.push_back(-static_cast<double>(random.below(40)));
  for (const double temperature : {0.1, 1.0, 5.0}) {
    const auto ranks = mid_ranks(values, RunContext());
    double largest = 0.0;
    for (std::size_t e = 0; e < values.size(); ++e)
      largest = std::max(largest, std::abs(soft_rank_of(values, e, temperature) - ranks[e]));
    const SoftRank found = soft_rank(count_values(values), temperature);
    EXPECT_NEAR(found.bias, largest, 1e-9);
    EXPECT_EQ(found.spacing, 1.0);
    EXPECT_EQ(found.verdict, Verdict::holds);
  }
}

TEST(SoftRank, EqualValuesHaveTheirMidRankExactly) {
  const SoftRank found = soft_rank({{-3, 7}});
  EXPECT_EQ(found.bias, 0.0);
  EXPECT_EQ(found.bound, 0.0);
  EXPECT_EQ(found.spacing, std::numeric_limits<double>::infinity());
  EXPECT_EQ(found.verdict, Verdict::holds);
  EXPECT_EQ(soft_rank({}).verdict, Verdict::premise_not_met);
}

}  // namespace
}  // namespace cgsd
