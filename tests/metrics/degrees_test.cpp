#include "cgsd/metrics/degrees.hpp"

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

TEST(DegreeStatistics, AreRightOnAStarWithASpareNode) {
  const auto s = degree_statistics(testing::graph_of(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}}));
  EXPECT_DOUBLE_EQ(s.mean, 8.0 / 6.0);
  EXPECT_DOUBLE_EQ(s.median, 1.0);  // 0 1 1 1 1 4
  EXPECT_EQ(s.minimum, 0u);
  EXPECT_EQ(s.maximum, 4u);
  EXPECT_EQ(s.isolated, 1u);
}

TEST(DegreeStatistics, TakeTheMeanOfTheTwoMiddleDegrees) {
  EXPECT_DOUBLE_EQ(degree_statistics(testing::path_graph(4)).median, 1.5);  // 1 1 2 2
  EXPECT_DOUBLE_EQ(degree_statistics(testing::path_graph(5)).median, 2.0);  // 1 1 2 2 2
}

TEST(DegreeStatistics, CountANodeThatIsOnlyReachedAsConnected) {
  const auto s = degree_statistics(testing::graph_of(3, {{0, 1}}, {.directed = true}));
  EXPECT_EQ(s.maximum, 1u);
  EXPECT_EQ(s.isolated, 1u);
}

TEST(DegreeStatistics, OfTheEmptyGraphAreZero) { EXPECT_EQ(degree_statistics(Graph()).mean, 0.0); }

}  // namespace
}  // namespace cgsd
