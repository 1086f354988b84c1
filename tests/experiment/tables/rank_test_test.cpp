#include "cgsd/experiment/tables/rank_test.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;

// Scores of three methods on two datasets: a is best on both, b and c change places.
ResultTable three_by_two() {
  ResultTable table;
  const auto add = [&](const char* method, const char* dataset, double mean) {
    TableEntry& entry = table.entries.emplace_back();
    entry.method = method;
    entry.dataset = dataset;
    entry.summary = {.wanted = 1, .found = 1, .mean = mean};
  };
  add("a", "x", 0.9);
  add("a", "y", 0.8);
  add("b", "x", 0.5);
  add("b", "y", 0.1);
  add("c", "x", 0.4);
  add("c", "y", 0.2);
  return table;
}

TEST(RankTest, RanksMethodsOverDatasets) {
  const auto ranks = rank_test(three_by_two());
  ASSERT_TRUE(ranks);
  EXPECT_THAT(ranks->methods, ElementsAre("a", "b", "c"));
  EXPECT_THAT(ranks->test.average_ranks, ElementsAre(1.0, 2.5, 2.5));
  EXPECT_EQ(ranks->test.blocks, 2u);
}

TEST(RankTest, LeavesOutMethodsWithAMissingFigure) {
  ResultTable table = three_by_two();
  table.entries[1].summary.found = 0;
  const auto ranks = rank_test(table);
  ASSERT_TRUE(ranks);
  EXPECT_THAT(ranks->methods, ElementsAre("b", "c"));
}

TEST(RankTest, NeedsTwoDatasetsAndOneMetric) {
  ResultTable one = three_by_two();
  std::erase_if(one.entries, [](const TableEntry& e) { return e.dataset == "y"; });
  EXPECT_FALSE(rank_test(one));
  ResultTable mixed = three_by_two();
  mixed.entries[0].metric = Metric::ari;
  EXPECT_FALSE(rank_test(mixed));
  EXPECT_FALSE(rank_test(ResultTable()));
}

}  // namespace
}  // namespace cgsd
