#include "cgsd/curvature/triangles.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/curvature/curvature_cases.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::Each;

std::uint32_t triangles_at(const Graph& graph, NodeId u, NodeId v) {
  const auto triangles = triangles_per_entry(graph, RunContext());
  EXPECT_EQ(triangles.at(find_entry(graph, u, v)), triangles.at(find_entry(graph, v, u)));
  return triangles.at(find_entry(graph, u, v));
}

TEST(Triangles, AreRightByHand) {
  EXPECT_THAT(triangles_per_entry(testing::complete_graph(6), RunContext()), Each(4u));
  EXPECT_THAT(triangles_per_entry(testing::cycle_graph(5), RunContext()), Each(0u));
  EXPECT_THAT(triangles_per_entry(testing::star_graph(5), RunContext()), Each(0u));
  EXPECT_EQ(triangles_at(testing::square_with_diagonal(), 0, 2), 2u);
  EXPECT_EQ(triangles_at(testing::square_with_diagonal(), 0, 1), 1u);
  EXPECT_EQ(triangles_at(testing::barbell(), 2, 3), 0u);
  EXPECT_EQ(triangles_at(testing::barbell(), 4, 5), 1u);
}

// Hub 0 and a rim 1 … n: each spoke lies in two triangles, each piece of the rim in one.
TEST(Triangles, OfAWheelAreCountedOnSpokesAndRim) {
  constexpr NodeId kRim = 3000;
  EntryList list{.nodes = kRim + 1, .entries = {}, .weights = {}};
  for (NodeId k = 0; k < kRim; ++k) {
    list.entries.push_back({0, 1 + k});
    list.entries.push_back({1 + k, 1 + (k + 1) % kRim});
  }
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  const auto triangles = triangles_per_entry(graph, RunContext());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      EXPECT_EQ(triangles[i], u == 0 || graph.targets()[i] == 0 ? 2u : 1u);
    }
  }
}

TEST(Triangles, AgreeWithTheAdjacencyMatrix) {
  testing::for_each_random_graph([](const Graph& graph, std::uint64_t) {
    const auto adjacent = testing::adjacency_matrix(graph);
    const auto triangles = triangles_per_entry(graph, RunContext());
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
        std::uint32_t common = 0;
        for (NodeId w = 0; w < graph.nodes(); ++w) common += adjacent[u][w] && adjacent[graph.targets()[i]][w];
        EXPECT_EQ(triangles[i], common);
      }
    }
  });
}

TEST(Triangles, AreNoneInGraphsWithoutEdges) {
  EXPECT_TRUE(triangles_per_entry(Graph(), RunContext()).empty());
  EXPECT_TRUE(triangles_per_entry(testing::graph_of(4, {}), RunContext()).empty());
}

TEST(Triangles, RefuseADirectedGraph) {
  const Graph graph = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_THROW(triangles_per_entry(graph, RunContext()), InvalidArgument);
}

TEST(Triangles, AreTheSameAtAnyThreadCount) {
  const Graph graph = testing::sparse_graph_with_hub(3000, 30'000);
  const auto triangles = triangles_per_entry(graph, RunContext());
  ASSERT_GT(std::accumulate(triangles.begin(), triangles.end(), 0u), 1000u);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) { return triangles_per_entry(graph, run); });
}

}  // namespace
}  // namespace cgsd
