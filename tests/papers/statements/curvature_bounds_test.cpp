#include "papers/cgsd/statements/curvature_bounds.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

TEST(CurvatureBounds, AStarMeetsNeitherEnd) {
  const CurvatureBounds found = curvature_bounds(testing::star_graph(3), {{0, 3}});  // κ = 4 − 3 − 1
  EXPECT_EQ(found.curvature.low, 0.0);
  EXPECT_EQ(found.curvature.high, 0.0);
  EXPECT_EQ(found.curvature_bound.low, -2.0);
  EXPECT_EQ(found.curvature_bound.high, 2.0);
  EXPECT_NEAR(std::exp(found.log_gate.low), 0.5, 1e-15);
  EXPECT_NEAR(std::exp(found.log_gate_bound.low), 1.0 / (1.0 + std::exp(2.0)), 1e-15);
  EXPECT_EQ(found.verdict, Verdict::holds);
}

TEST(CurvatureBounds, GatesOfHubsDoNotUnderflow) {
  const CurvatureBounds found = curvature_bounds(testing::star_graph(3000), {{-2997, 3000}});
  EXPECT_NEAR(found.log_gate.low, -2997.0, 1e-9);
  EXPECT_EQ(found.verdict, Verdict::holds);
}

TEST(CurvatureBounds, AreViolatedByNumbersThatAreNoFormanCurvature) {
  EXPECT_EQ(curvature_bounds(testing::star_graph(3), {{2.5, 3}}).verdict, Verdict::violated);
  EXPECT_EQ(curvature_bounds(testing::star_graph(3), {{-2.5, 3}}).verdict, Verdict::violated);
}

TEST(CurvatureBounds, NeedEdges) {
  const CurvatureBounds found = curvature_bounds(testing::graph_of(2, {}), {});
  EXPECT_EQ(found.verdict, Verdict::premise_not_met);
  EXPECT_TRUE(std::isnan(found.curvature.low));
}

}  // namespace
}  // namespace cgsd
