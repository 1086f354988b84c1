#include "cgsd/diagnosis/curvature_order.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/curvature/forman.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

double share_of(const Graph& graph, const std::vector<std::int32_t>& community_of) {
  const RunContext run;
  return higher_within(graph, forman_curvature(graph, run), community_of, run);
}

// 0–1–2–3–4: curvatures 1, 0, 0, 1.
TEST(CurvatureOrder, OfAPathIsWorkedOutByHand) {
  EXPECT_DOUBLE_EQ(share_of(testing::path_graph(5), {0, 0, 1, 1, 1}), 2.5 / 3.0);  // 1 > 0, 0 = 0, 1 > 0
  EXPECT_DOUBLE_EQ(share_of(testing::path_graph(5), {0, 1, 1, 1, 0}), 0.0);        // 0 and 0 within, 1 and 1 across
}

TEST(CurvatureOrder, LeavesOutEdgesWithAnEndInNoCommunity) {
  EXPECT_DOUBLE_EQ(share_of(testing::path_graph(5), {0, 0, 1, 1, -1}), 0.75);  // within 1 and 0, across 0
}

TEST(CurvatureOrder, AgreesWithTheDefinitionOverAllPairs) {
  const Graph graph = testing::random_graph(60, 0.1, 4);
  std::vector<std::int32_t> community_of(60);
  RandomSequence random(RandomStream(4).named("communities"));
  for (auto& c : community_of) c = static_cast<std::int32_t>(random.below(4)) - 1;
  std::vector<double> within;
  std::vector<double> across;
  for (NodeId u = 0; u < 60; ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v < u || community_of[u] < 0 || community_of[v] < 0) continue;
      const double kappa = 4.0 - static_cast<double>(graph.degree(u)) - static_cast<double>(graph.degree(v));
      (community_of[u] == community_of[v] ? within : across).push_back(kappa);
    }
  }
  double points = 0.0;
  for (const double w : within) {
    for (const double a : across) points += w > a ? 1.0 : (w == a ? 0.5 : 0.0);
  }
  EXPECT_NEAR(share_of(graph, community_of), points / static_cast<double>(within.size() * across.size()), 1e-12);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return higher_within(graph, forman_curvature(graph, run), community_of, run); });
}

TEST(CurvatureOrder, HasNoValueWithoutEdgesOnBothSides) {
  EXPECT_TRUE(std::isnan(share_of(testing::path_graph(3), {0, 0, 0})));
  EXPECT_TRUE(std::isnan(share_of(testing::path_graph(3), {0, 1, 0})));
  EXPECT_TRUE(std::isnan(share_of(testing::graph_of(2, {}), {0, 1})));
}

TEST(CurvatureOrder, RefusesWhatDoesNotFit) {
  const RunContext run;
  const Graph path = testing::path_graph(3);
  const std::vector<std::int32_t> communities = {0, 0, 1};
  EXPECT_THROW(higher_within(path, std::vector<double>{1}, communities, run), InvalidArgument);
  EXPECT_THROW(share_of(path, {0, 1}), InvalidArgument);
  EXPECT_THROW(share_of(testing::graph_of(2, {{0, 1}}, {.directed = true}), {0, 1}), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
