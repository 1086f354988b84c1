#include "papers/cgsd/statements/gate_contraction.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/papers/statements/parts_of.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;
using testing::parts_of;

GateContraction contraction_of(const PartitionedGraph& parts) {
  return gate_contraction(parts, split_curvature(parts), RunContext());
}

// 0–1–2–3 in two halves: κ = 1, 0, 1, so the gates are a = σ(1), ½, a. What differs within a half is one direction
// each, ψ = (√D1, −√D0) / √(D0 + D1) with D0 = a, D1 = a + ½: S has −2a / (2a + ½) on their diagonal and a / (2a + ½) ·
// ½ / (a + ½) beside it.
TEST(GateContraction, OfAPathIsWorkedOutByHand) {
  const double a = 1.0 / (1.0 + std::exp(-1.0));
  const GateContraction found = contraction_of(parts_of(testing::path_graph(4), {0, 0, 1, 1}));
  EXPECT_EQ(found.gap, 1.0);
  EXPECT_NEAR(found.largest_leak, 0.5 / (a + 0.5), 1e-14);
  EXPECT_NEAR(found.mean_leak, 0.5 * 0.5 / (a + 0.5), 1e-14);
  EXPECT_NEAR(found.leak_bound, 1.0 / (1.0 + (1.0 + std::exp(-1.0)) / (1.0 + std::exp(-2.0))), 1e-14);
  EXPECT_EQ(found.nodes_beyond, 0U);
  EXPECT_NEAR(found.factor.value, (2 * a + a * 0.5 / (a + 0.5)) / (2 * a + 0.5), 1e-12);
  EXPECT_NEAR(found.factor_within, 1.0, 1e-12);  // two nodes swap what they have
  EXPECT_EQ(found.factor_bound, 1.0);
  EXPECT_EQ(found.verdict, Verdict::holds);
}

// Two cliques of s nodes and a bridge: κ is at least 5 − 2s within, at the ends of the bridge, and 4 − 2s on it.
PartitionedGraph bridged_cliques(NodeId size) {
  EntryList list{.nodes = 2 * size, .entries = {{0, size}}, .weights = {}};
  for (const NodeId first : {NodeId{0}, size}) {
    for (NodeId u = first; u < first + size; ++u) {
      for (NodeId v = u + 1; v < first + size; ++v) list.entries.push_back({u, v});
    }
  }
  std::vector<std::int32_t> halves(2 * size, 0);
  std::fill(halves.begin() + size, halves.end(), 1);
  return parts_of(build_graph(list, {}, RunContext()).graph, halves);
}

TEST(GateContraction, TheBoundsHoldForCliquesWithABridge) {
  for (NodeId size = 2; size <= 16; ++size) {
    const GateContraction found = contraction_of(bridged_cliques(size));
    EXPECT_EQ(found.gap, 1.0);
    EXPECT_LE(found.factor.value, found.factor_bound);
    EXPECT_LE(found.largest_leak, found.leak_bound);
    EXPECT_EQ(found.verdict, Verdict::holds);
  }
  EXPECT_LT(contraction_of(bridged_cliques(10)).factor_bound, 0.5);  // it says something
}

TEST(GateContraction, TheFactorOfACliqueIsKnown) {
  // All gates are equal, so S = (J − I) / 4 for five nodes: −1/4 on what sums to 0.
  const ContractionFactor factor =
      contraction_factor(parts_of(testing::complete_graph(5), {0, 0, 0, 0, 0}), RunContext());
  EXPECT_NEAR(factor.value, 0.25, 1e-12);
  EXPECT_TRUE(factor.converged);
  EXPECT_LT(factor.residual, 1e-12);
}

TEST(GateContraction, MorePiecesThanCommunitiesContractNothing) {
  const PartitionedGraph parts =
      parts_of(graph_of(9, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {6, 7}, {7, 8}, {8, 6}}),
               {0, 0, 0, 0, 0, 0, 1, 1, 1});
  const ContractionFactor factor = contraction_factor(parts, RunContext());
  EXPECT_EQ(factor.value, 1.0);
  EXPECT_EQ(factor.products, 0);  // by counting
  // As many communities as triangles: −½ within each.
  const PartitionedGraph apart = parts_of(parts.graph, {0, 0, 0, 1, 1, 1, 2, 2, 2});
  EXPECT_NEAR(contraction_factor(apart, RunContext()).value, 0.5, 1e-12);
}

TEST(GateContraction, GatesThatUnderflowMakeNoDifference) {
  // κ = 4 − 2 · 499 = −994 everywhere: σ is 0 in double, the walk is not.
  const PartitionedGraph parts = parts_of(testing::complete_graph(500), std::vector<std::int32_t>(500, 0));
  EXPECT_NEAR(contraction_factor(parts, RunContext()).value, 1.0 / 499.0, 1e-9);
}

TEST(GateContraction, WithoutThePremiseThereIsNoBound) {
  const GateContraction found = contraction_of(parts_of(testing::path_graph(4), {0, 1, 1, 0}));
  EXPECT_EQ(found.gap, -1.0);
  EXPECT_TRUE(std::isnan(found.leak_bound));
  EXPECT_TRUE(std::isnan(found.factor_bound));
  EXPECT_DOUBLE_EQ(found.largest_leak, 1.0);
  EXPECT_EQ(found.verdict, Verdict::premise_not_met);
}

TEST(GateContraction, BearsNoEdgesOneCommunityAndNodesAlone) {
  const GateContraction none = contraction_of(parts_of(graph_of(3, {}), {0, 1, 1}));
  EXPECT_TRUE(std::isnan(none.factor.value));
  EXPECT_TRUE(std::isnan(none.largest_leak));
  EXPECT_EQ(none.verdict, Verdict::premise_not_met);
  const GateContraction one = contraction_of(parts_of(graph_of(4, {{0, 1}, {1, 2}}), {0, 0, 0, 0}));
  EXPECT_EQ(one.largest_leak, 0.0);
  EXPECT_NEAR(one.factor.value, 1.0, 1e-12);  // two colours swap
  std::vector<std::int32_t> alone(400);
  std::iota(alone.begin(), alone.end(), 0);
  EXPECT_EQ(contraction_factor(parts_of(testing::cycle_graph(400), alone), RunContext()).value, 0.0);
}

TEST(GateContraction, IsTheSameAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(700, 0.02, 5);
  std::vector<std::int32_t> thirds(700);
  for (std::size_t v = 0; v < thirds.size(); ++v) thirds[v] = static_cast<std::int32_t>(v % 3);
  const PartitionedGraph parts = parts_of(graph, thirds);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return contraction_factor(parts, run).value; });
}

}  // namespace
}  // namespace cgsd
