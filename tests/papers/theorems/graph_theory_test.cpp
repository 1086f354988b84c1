#include "papers/cgsd/theorems/graph_theory.hpp"

#include <gtest/gtest.h>

#include "cgsd/graph/karate.hpp"

#include "papers/cgsd/theorems/separated_stars.hpp"

namespace cgsd {
namespace {

// Two stars with four leaves each: eight edges within of curvature −2, one across of −6.
TEST(GraphTheory, GathersAllSixOfStars) {
  const SeparatedStars stars = separated_stars({.leaves = 4, .stars_per_class = 1}, RunContext());
  const GraphTheory found =
      graph_theory({"stars", GraphOrigin::built, stars.graph, stars.class_of, stars.class_of}, RunContext());
  EXPECT_EQ(found.suppression.edges, 9u);
  EXPECT_TRUE(found.premise.is_met());
  EXPECT_EQ(found.concentration.mean, -2.0);
  EXPECT_DOUBLE_EQ(found.share_within, 8.0 / 9.0);
  EXPECT_NEAR(found.modularity.bound, 32.0, 1e-9);  // Δ = 4, 1/h − 1 = ⅛
  EXPECT_NEAR(found.modularity.modularity, 8.0 / 9.0 - 0.5, 1e-12);
  EXPECT_EQ(found.sizes.nodes, 10u);
  EXPECT_EQ(found.sizes.communities, 2u);
  EXPECT_EQ(found.ranks.size(), std::size(kRankTemperatures));
}

TEST(GraphTheory, TakesTheDifferenceOfMeansIfThePremiseIsNotMet) {
  const Dataset karate = karate_club(RunContext());
  const auto& classes = karate.labels.class_of;
  const GraphTheory found =
      graph_theory({"karate", GraphOrigin::dataset, karate.input.graph, classes, classes}, RunContext());
  EXPECT_FALSE(found.premise.is_met());
  EXPECT_NEAR(found.modularity.bound, modularity_gap_bound(found.premise.gap_of_means, found.share_within), 1e-12);
  EXPECT_DOUBLE_EQ(found.share_within, 68.0 / 78.0);
}

}  // namespace
}  // namespace cgsd
