#include "papers/cgsd/statements/statement_figures.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

std::vector<StatementFigure> path_figures(const std::vector<std::int32_t>& community_of) {
  return figures_of(evaluate_statements(testing::path_graph(4), community_of, RunContext()), "path");
}

StatementFigure figure(const std::vector<StatementFigure>& figures, std::string_view quantity) {
  const auto found = std::ranges::find(figures, quantity, &StatementFigure::quantity);
  EXPECT_NE(found, figures.end()) << quantity;
  return found == figures.end() ? StatementFigure{} : *found;
}

// 0–1–2–3 in two halves: curvature 1, 0, 1; largest degree 2.
TEST(StatementFigures, CarryTheirBoundsAndVerdicts) {
  const auto figures = path_figures({0, 0, 1, 1});
  const StatementFigure lowest = figure(figures, "lowest curvature");
  EXPECT_EQ(lowest.dataset, "path");
  EXPECT_EQ(lowest.statement, "curvature bounds");
  EXPECT_EQ(lowest.measured, 0.0);
  EXPECT_EQ(lowest.at_least, 0.0);
  EXPECT_TRUE(std::isnan(lowest.at_most));
  EXPECT_EQ(lowest.verdict, Verdict::holds);
  EXPECT_EQ(figure(figures, "highest curvature").at_most, 2.0);
  EXPECT_EQ(figure(figures, "nodes beyond their own leak bound").measured, 0.0);
  EXPECT_EQ(figure(figures, "coverage gained").at_least, 0.0);
  // Expected gap 0, standard deviation 1 (block_model_gap_test.cpp).
  EXPECT_NEAR(figure(figures, "gap of mean curvature").at_least, -3.0, 1e-13);
  EXPECT_NEAR(figure(figures, "gap of mean curvature").at_most, 3.0, 1e-13);
}

TEST(StatementFigures, HaveNoBoundWithoutThePremise) {
  const auto figures = path_figures({0, 1, 1, 0});
  const StatementFigure leak = figure(figures, "largest leak of a node");
  EXPECT_EQ(leak.measured, 1.0);
  EXPECT_TRUE(std::isnan(leak.at_most));
  EXPECT_EQ(leak.verdict, Verdict::premise_not_met);
  EXPECT_TRUE(std::isnan(figure(figures, "nodes beyond their own leak bound").measured));
  EXPECT_EQ(figure(figures, "edges within: curvature does not vary").verdict, Verdict::premise_not_met);
}

TEST(StatementFigures, NameSixStatementsAndEachQuantityOnce) {
  std::set<std::string> statements;
  std::set<std::pair<std::string, std::string>> quantities;
  const auto figures = path_figures({0, 0, 1, 1});
  for (const StatementFigure& f : figures) {
    statements.insert(f.statement);
    quantities.insert({f.statement, f.quantity});
  }
  EXPECT_EQ(statements.size(), 6u);
  EXPECT_EQ(quantities.size(), figures.size());
}

}  // namespace
}  // namespace cgsd
