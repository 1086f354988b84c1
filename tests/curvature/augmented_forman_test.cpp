#include "cgsd/curvature/augmented_forman.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/curvature/curvature_cases.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::Each;
using testing::value_at;

TEST(AugmentedForman, IsRightOnRegularGraphs) {
  EXPECT_THAT(augmented_forman_curvature(testing::complete_graph(7), RunContext()), Each(4.0 - 12.0 + 15.0));
  EXPECT_THAT(augmented_forman_curvature(testing::cycle_graph(3), RunContext()), Each(3.0));
  EXPECT_THAT(augmented_forman_curvature(testing::cycle_graph(6), RunContext()), Each(0.0));
  EXPECT_THAT(augmented_forman_curvature(testing::star_graph(4), RunContext()), Each(-1.0));
}

TEST(AugmentedForman, OfTwoTrianglesThatShareAnEdgeIsRightByHand) {
  const Graph graph = testing::square_with_diagonal();
  const auto curvature = augmented_forman_curvature(graph, RunContext());
  EXPECT_EQ(value_at(graph, curvature, 0, 2), 4.0 - 6.0 + 6.0);
  EXPECT_EQ(value_at(graph, curvature, 0, 1), 4.0 - 5.0 + 3.0);
}

TEST(AugmentedForman, OfABarbellIsLowestOnItsBridge) {
  const Graph graph = testing::barbell();
  const auto curvature = augmented_forman_curvature(graph, RunContext());
  EXPECT_EQ(value_at(graph, curvature, 2, 3), -2.0);
  EXPECT_EQ(value_at(graph, curvature, 0, 1), 3.0);
  EXPECT_EQ(value_at(graph, curvature, 0, 2), 2.0);
}

TEST(AugmentedForman, AgreesWithTheAdjacencyMatrix) {
  testing::for_each_random_graph([](const Graph& graph, std::uint64_t) {
    const auto adjacent = testing::adjacency_matrix(graph);
    const auto curvature = augmented_forman_curvature(graph, RunContext());
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) {
        int expected = 4;
        for (NodeId w = 0; w < graph.nodes(); ++w) {
          expected += 3 * (adjacent[u][w] && adjacent[v][w]) - adjacent[u][w] - adjacent[v][w];
        }
        EXPECT_EQ(value_at(graph, curvature, u, v), expected);
      }
    }
  });
}

TEST(AugmentedForman, OfAGraphWithoutEdgesIsEmpty) {
  EXPECT_TRUE(augmented_forman_curvature(Graph(), RunContext()).empty());
  EXPECT_TRUE(augmented_forman_curvature(testing::graph_of(3, {}), RunContext()).empty());
}

TEST(AugmentedForman, HasTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::sparse_graph_with_hub(3000, 30'000);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return augmented_forman_curvature(graph, run); });
}

}  // namespace
}  // namespace cgsd
