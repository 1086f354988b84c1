#include "papers/cgsd/statements/statements.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/karate.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// Two triangles with a bridge: curvature 0 and −1 within, −2 on the bridge.
Graph bridged_triangles() { return testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}}); }

TEST(Statements, AllHoldOnTwoTrianglesWithABridge) {
  const Statements found =
      evaluate_statements(bridged_triangles(), std::vector<std::int32_t>{0, 0, 0, 1, 1, 1}, RunContext());
  EXPECT_EQ(found.bounds.curvature.low, -2.0);
  EXPECT_EQ(found.bounds.verdict, Verdict::holds);
  EXPECT_EQ(found.contraction.gap, 1.0);
  EXPECT_EQ(found.contraction.verdict, Verdict::holds);
  EXPECT_EQ(found.tails.tails, Verdict::holds);
  EXPECT_EQ(found.tails.order, Verdict::holds);
  EXPECT_EQ(found.tails.wrong_order, 0.0);
  EXPECT_DOUBLE_EQ(found.modularity.coverage, 6.0 / 7.0);
  EXPECT_EQ(found.modularity.verdict, Verdict::holds);
  EXPECT_EQ(found.gap.verdict, Verdict::holds);
  EXPECT_EQ(found.soft_rank.spacing, 1.0);
  EXPECT_EQ(found.soft_rank.verdict, Verdict::holds);
}

TEST(Statements, OfTheKarateClubSeeItsWholeCurvature) {
  const Dataset karate = karate_club(RunContext());
  const Statements found = evaluate_statements(karate.input.graph, karate.labels.class_of, RunContext());
  EXPECT_EQ(found.bounds.curvature_bound.low, 4.0 - 2 * 17.0);  // the largest degree is 17
  EXPECT_DOUBLE_EQ(found.modularity.coverage, 68.0 / 78.0);
  EXPECT_EQ(found.contraction.verdict, Verdict::premise_not_met);
}

TEST(Statements, HaveNoPremiseWithoutEdges) {
  const Statements found = evaluate_statements(testing::graph_of(1, {}), std::vector<std::int32_t>{0}, RunContext());
  EXPECT_EQ(found.bounds.verdict, Verdict::premise_not_met);
  EXPECT_EQ(found.contraction.verdict, Verdict::premise_not_met);
  EXPECT_EQ(found.tails.tails, Verdict::premise_not_met);
  EXPECT_EQ(found.modularity.verdict, Verdict::premise_not_met);
  EXPECT_EQ(found.gap.verdict, Verdict::premise_not_met);
  EXPECT_EQ(found.soft_rank.verdict, Verdict::premise_not_met);
}

TEST(Statements, AreAboutUndirectedEdges) {
  const Graph directed = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_THROW(evaluate_statements(directed, std::vector<std::int32_t>{0, 1}, RunContext()), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
