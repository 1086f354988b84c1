#include "cgsd/diffusion/blank_rows.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/graph/generators.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// Three communities of 100 with attributes in 20 columns; rows for which `blank` holds have none.
template <class Blank>
AttributedGraph planted(Blank&& blank) {
  Dataset sbm = stochastic_block_model({.nodes = 300,
                                        .communities = 3,
                                        .heterophily = 0.3,
                                        .mean_degree = 12.0,
                                        .dimensions = 20,
                                        .coupling = Coupling::independent,
                                        .signal = 1.0},
                                       RunContext({.seed = 4}));
  Matrix<float> x = sbm.input.attributes.dense();
  for (std::size_t i = 0; i < x.rows(); ++i)
    if (blank(i, sbm.labels.class_of[i]))
      for (float& value : x.row(i)) value = 0.0F;
  return {sbm.input.graph, x};
}

TEST(BlankRows, AreNoneIfEveryRowHasAValue) {
  const BlankRowCheck check = check_blank_rows(planted([](std::size_t, auto) { return false; }), RunContext());
  EXPECT_EQ(check.rows, 0U);
  EXPECT_EQ(check.significance, 0.0);
}

TEST(BlankRows, AreUnknownIfTheyLieAnywhere) {
  const BlankRowCheck check = check_blank_rows(planted([](std::size_t i, auto) { return i % 3 == 0; }), RunContext());
  EXPECT_EQ(check.rows, 100U);
  EXPECT_EQ(check.are, BlankRows::unknown);
  EXPECT_LT(std::abs(check.significance), 3.0);
}

TEST(BlankRows, AreAlikeIfTheyAreNeighbours) {
  const BlankRowCheck check = check_blank_rows(planted([](std::size_t, auto of) { return of == 0; }), RunContext());
  EXPECT_EQ(check.rows, 100U);
  EXPECT_EQ(check.are, BlankRows::alike);
  EXPECT_GT(check.significance, 3.0);
}

// Two triangles joined by an edge, the nodes of one blank: 7 edges of which 3 join blank ends, 1 a blank end to another.
// With q = 7 / 14 of the ends blank, ρ = (3/7 − q²) / (q − q²) + Σ d² / 14², and z = ρ √7.
TEST(BlankRows, AgreeByHand) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}, {2, 3}});
  Matrix<float> x(6, 17);
  for (const std::size_t i : {3U, 4U, 5U}) x(i, 2) = 1.0F;
  const BlankRowCheck check = check_blank_rows(AttributedGraph{graph, x}, RunContext());
  EXPECT_EQ(check.rows, 3U);
  const double agreement = (3.0 / 7.0 - 0.25) / 0.25 + (4 * 4.0 + 2 * 9.0) / (14.0 * 14.0);
  EXPECT_NEAR(check.significance, agreement * std::sqrt(7.0), 1e-6);
}

TEST(BlankRows, OfFewColumnsAreMeasurements) {
  Matrix<float> x(6, 3);
  EXPECT_EQ(check_blank_rows(AttributedGraph{testing::graph_of(6, {{0, 1}}), x}, RunContext()).rows, 0U);
}

TEST(BlankRows, HaveTheSameBitsAtAnyNumberOfThreads) {
  const AttributedGraph input = planted([](std::size_t i, auto) { return i % 5 == 0; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return check_blank_rows(input, run).significance; });
}

}  // namespace
}  // namespace cgsd
