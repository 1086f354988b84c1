#include "cgsd/curvature/balanced_forman.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/curvature/curvature_cases.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using testing::value_at;

auto is_everywhere(double value) { return Each(DoubleNear(value, 1e-15)); }

// The values that Topping et al. print for these families.
TEST(BalancedForman, HasThePublishedValuesOnKnownFamilies) {
  EXPECT_THAT(balanced_forman_curvature(testing::cycle_graph(3), RunContext()), is_everywhere(1.5));
  EXPECT_THAT(balanced_forman_curvature(testing::cycle_graph(4), RunContext()), is_everywhere(1.0));
  EXPECT_THAT(balanced_forman_curvature(testing::cycle_graph(5), RunContext()), is_everywhere(0.0));
  EXPECT_THAT(balanced_forman_curvature(testing::cycle_graph(9), RunContext()), is_everywhere(0.0));
  for (const NodeId n : {3u, 4u, 8u}) {
    EXPECT_THAT(balanced_forman_curvature(testing::complete_graph(n), RunContext()), is_everywhere(n / (n - 1.0)));
  }
  const Graph grid = testing::grid_graph(6);
  EXPECT_NEAR(value_at(grid, balanced_forman_curvature(grid, RunContext()), 14, 15), 0.0, 1e-15);
}

// Inner nodes 0 and 1 of a tree have degree 3: 4/3 − 2. Leaves have 0 by definition.
TEST(BalancedForman, OfATreeFollowsDegreesInsideAndIsZeroAtLeaves) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {1, 5}});
  const auto curvature = balanced_forman_curvature(graph, RunContext());
  EXPECT_NEAR(value_at(graph, curvature, 0, 1), 4.0 / 3.0 - 2.0, 1e-15);
  EXPECT_EQ(value_at(graph, curvature, 0, 2), 0.0);
  EXPECT_THAT(balanced_forman_curvature(testing::star_graph(5), RunContext()), Each(0.0));
}

TEST(BalancedForman, DoesNotCountSquaresWithADiagonalInside) {
  const Graph graph = testing::square_with_diagonal();
  const auto curvature = balanced_forman_curvature(graph, RunContext());
  EXPECT_NEAR(value_at(graph, curvature, 0, 2), 4.0 / 3.0 - 2.0 + 4.0 / 3.0 + 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(value_at(graph, curvature, 0, 1), 2.0 / 3.0 + 1.0 - 2.0 + 2.0 / 3.0 + 0.5, 1e-15);
}

TEST(BalancedForman, OfABarbellIsRightByHand) {
  const Graph graph = testing::barbell();
  const auto curvature = balanced_forman_curvature(graph, RunContext());
  EXPECT_NEAR(value_at(graph, curvature, 2, 3), -2.0 / 3.0, 1e-15);
  EXPECT_NEAR(value_at(graph, curvature, 0, 1), 1.5, 1e-15);
  EXPECT_NEAR(value_at(graph, curvature, 0, 2), 5.0 / 6.0, 1e-15);
}

// Edge 0–2: k ∈ {3, 4} have one w each (node 1), while k = 1, seen from 2, has two: γ = 2.
// 2/3 + 2/2 − 2 + (2 + 1) / (2 · 3) = 1/6.
TEST(BalancedForman, DividesByTheMostSquaresThroughOneNode) {
  const Graph graph = testing::two_by_three();
  EXPECT_NEAR(value_at(graph, balanced_forman_curvature(graph, RunContext()), 0, 2), 1.0 / 6.0, 1e-15);
}

// A corner of the grid: edge 0–1 has degrees 2 and 3 and one square.
TEST(BalancedForman, OfACornerOfTheGridIsRightByHand) {
  const Graph graph = testing::grid_graph(3);
  const auto curvature = balanced_forman_curvature(graph, RunContext());
  EXPECT_NEAR(value_at(graph, curvature, 0, 1), 1.0 + 2.0 / 3.0 - 2.0 + 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(value_at(graph, curvature, 1, 4), 2.0 / 3.0 + 0.5 - 2.0 + 4.0 / 4.0, 1e-15);
}

// The slow twin: the definition with sets spelled out over the adjacency matrix.
class BalancedTwin {
 public:
  explicit BalancedTwin(const Graph& graph) : n_(graph.nodes()), a_(testing::adjacency_matrix(graph)) {}

  double value(NodeId i, NodeId j) const {
    double d_i = 0.0, d_j = 0.0, triangles = 0.0;
    for (NodeId w = 0; w < n_; ++w) {
      d_i += a_[i][w];
      d_j += a_[j][w];
      triangles += a_[i][w] && a_[j][w];
    }
    if (std::min(d_i, d_j) == 1.0) return 0.0;
    double most = 0.0;
    const double squares = squares_at(i, j, most) + squares_at(j, i, most);
    return 2.0 / d_i + 2.0 / d_j - 2.0 + 2.0 * triangles / std::max(d_i, d_j) + triangles / std::min(d_i, d_j) +
           (squares == 0.0 ? 0.0 : squares / most / std::max(d_i, d_j));
  }

 private:
  double squares_at(NodeId i, NodeId j, double& most) const {
    double squares = 0.0;
    for (NodeId k = 0; k < n_; ++k) {
      if (!a_[i][k] || k == j || a_[j][k]) continue;
      double through = 0.0;
      for (NodeId w = 0; w < n_; ++w) through += a_[k][w] && a_[j][w] && w != i && !a_[i][w];
      squares += through > 0.0;
      most = std::max(most, through);
    }
    return squares;
  }

  NodeId n_;
  std::vector<std::vector<bool>> a_;
};

void expect_twin_agrees(const Graph& graph) {
  const BalancedTwin twin(graph);
  const auto curvature = balanced_forman_curvature(graph, RunContext());
  for (NodeId i = 0; i < graph.nodes(); ++i) {
    for (const NodeId j : graph.neighbours(i)) {
      EXPECT_NEAR(value_at(graph, curvature, i, j), twin.value(i, j), 1e-13) << i << "–" << j;
      EXPECT_GT(value_at(graph, curvature, i, j), -2.0);
    }
  }
}

TEST(BalancedForman, AgreesWithTheDefinitionSpelledOut) {
  testing::for_each_random_graph([](const Graph& graph, std::uint64_t) { expect_twin_agrees(graph); });
}

// Bipartite graphs are all squares and no triangles.
TEST(BalancedForman, AgreesWithTheDefinitionOnBipartiteGraphs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EntryList list = testing::random_entries(20, 0.1 + 0.04 * static_cast<double>(seed), seed);
    std::erase_if(list.entries, [](const Entry& e) { return e.source % 2 == e.target % 2; });
    expect_twin_agrees(build_graph(list, {}, RunContext()).graph);
  }
}

// The hub's row is long enough to be searched instead of walked.
TEST(BalancedForman, AgreesWithTheDefinitionNextToAHub) {
  expect_twin_agrees(testing::sparse_graph_with_hub(900, 700));
}

TEST(BalancedForman, OfAGraphWithoutEdgesIsEmpty) {
  EXPECT_TRUE(balanced_forman_curvature(Graph(), RunContext()).empty());
  EXPECT_TRUE(balanced_forman_curvature(testing::graph_of(3, {}), RunContext()).empty());
}

TEST(BalancedForman, HasTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::sparse_graph_with_hub(2000, 12'000);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return balanced_forman_curvature(graph, run); });
}

}  // namespace
}  // namespace cgsd
