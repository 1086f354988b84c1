#include "papers/cgsd/theorems/modularity_gap.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/metrics/cut_quality.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

TEST(ModularityGap, OfRandomCommunitiesIsTheMeanOverAllWaysToDealThemOut) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {4, 5}});
  std::vector<std::int32_t> dealt = {0, 0, 0, 1, 1, 2};
  double sum = 0.0;
  double ways = 0.0;
  do {
    sum += cut_quality(graph, dealt, RunContext()).modularity;
    ways += 1.0;
  } while (std::next_permutation(dealt.begin(), dealt.end()));
  EXPECT_EQ(ways, 60.0);
  EXPECT_NEAR(random_modularity(graph, dealt), sum / ways, 1e-12);
}

// The text says that small h gives the largest gap. For Δ = 1: 1/(1/0.1 − 1) = 1/9, 1/(1/0.9 − 1) = 9.
TEST(ModularityGap, ItsBoundShrinksAsTheShareWithinFalls) {
  EXPECT_NEAR(modularity_gap_bound(1.0, 0.1), 1.0 / 9.0, 1e-12);
  EXPECT_NEAR(modularity_gap_bound(1.0, 0.5), 1.0, 1e-12);
  EXPECT_NEAR(modularity_gap_bound(1.0, 0.9), 9.0, 1e-9);
}

// Two triangles with a bridge: Q = 6/7 − ½; h = 6/7, Δ = 1, bound 6.
TEST(ModularityGap, GivesTheLargestConstantThatFits) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}});
  const std::vector<std::int32_t> found = {0, 0, 0, 1, 1, 1};
  const ModularityGap gap = modularity_gap(graph, found, {1.0, 6.0 / 7.0}, RunContext());
  EXPECT_NEAR(gap.modularity, 6.0 / 7.0 - 0.5, 1e-12);
  EXPECT_NEAR(gap.bound, 6.0, 1e-9);
  EXPECT_NEAR(gap.largest_constant, (gap.modularity - gap.random) / 6.0, 1e-12);
  EXPECT_TRUE(std::isnan(modularity_gap(graph, found, {-1.0, 6.0 / 7.0}, RunContext()).largest_constant));
}

}  // namespace
}  // namespace cgsd
