#include "cgsd/levels/attribute_chance.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/attributed_toys.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

std::vector<float> column(const Matrix<float>& rows, std::size_t j) {
  std::vector<float> values;
  for (std::size_t i = 0; i < rows.rows(); ++i) values.push_back(rows(i, j));
  std::ranges::sort(values);
  return values;
}

TEST(AttributeChance, ShufflingKeepsEveryColumnsNumbers) {
  const Attributes words = testing::three_communities(60).input.attributes;
  const Matrix<float> before = to_dense(words.sparse());
  const RandomStream stream = RunContext().stream("test");
  const Matrix<float> sparse = to_dense(shuffled_columns(words, stream).sparse());
  const Matrix<float> dense = shuffled_columns(before, stream).dense();
  EXPECT_NE(sparse, before);
  EXPECT_NE(dense, before);
  for (std::size_t j = 0; j < before.cols(); ++j) {
    EXPECT_EQ(column(sparse, j), column(before, j));
    EXPECT_EQ(column(dense, j), column(before, j));
  }
}

TEST(AttributeChance, CommunitiesStandOut) {
  const Attributes words = testing::three_communities(120).input.attributes;
  EXPECT_TRUE(stands_out(words, StalkMetric::idf, RunContext()));
  EXPECT_TRUE(stands_out(words, StalkMetric::z_score, RunContext()));
}

// Chance reaches the largest of 20 in one case of 20.
TEST(AttributeChance, ShuffledWordsSeldomStandOut) {
  const Attributes words = testing::three_communities(60).input.attributes;
  int out = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RunContext run({.seed = seed});
    out += stands_out(shuffled_columns(words, run.stream("null")), StalkMetric::z_score, run) ? 1 : 0;
  }
  EXPECT_LE(out, 9);  // 3 are expected; 10 or more come once in a thousand times
}

TEST(AttributeChance, NothingStandsOutOfNothing) {
  EXPECT_FALSE(stands_out({}, StalkMetric::idf, RunContext()));
  const Matrix<float> alike(40, 3, std::vector<float>(120, 1.0F));
  EXPECT_FALSE(stands_out(alike, StalkMetric::z_score, RunContext()));
}

}  // namespace
}  // namespace cgsd
