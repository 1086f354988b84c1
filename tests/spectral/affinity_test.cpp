#include "cgsd/spectral/affinity.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <gtest/gtest.h>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/neighbours/knn_graph.hpp"
#include "cgsd/spectral/laplacian.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;
using testing::random_graph;
using testing::random_matrix;

constexpr double kLogHalf = -std::numbers::ln2;  // log σ(0)

double weight_of(const Affinity& affinity, NodeId u, NodeId v) {
  const EntryIndex entry = find_entry(affinity.graph, u, v);
  EXPECT_LT(entry, affinity.graph.entries());
  return affinity.log_weight[entry];
}

// ‖(H_a + H_b)/2 − (H_u + H_v)/2‖², as it is written.
double midpoint_distance(const Matrix<double>& h, std::pair<NodeId, NodeId> edge, std::pair<NodeId, NodeId> pair) {
  double sum = 0.0;
  for (std::size_t j = 0; j < h.cols(); ++j) {
    const double edge_middle = (h(edge.first, j) + h(edge.second, j)) / 2.0;
    const double pair_middle = (h(pair.first, j) + h(pair.second, j)) / 2.0;
    sum += (edge_middle - pair_middle) * (edge_middle - pair_middle);
  }
  return sum;
}

// The slow twin: every edge of the graph in lexicographic order, those that do not touch u or v passed over.
double curvature_of_nearest_edge(const CurvedGraph& original, const Matrix<double>& h, NodeId u, NodeId v) {
  double nearest = std::numeric_limits<double>::infinity();
  double kappa = 0.0;
  for (NodeId a = 0; a < original.graph.nodes(); ++a) {
    for (EntryIndex i = original.graph.row_begin(a); i < original.graph.row_end(a); ++i) {
      const NodeId b = original.graph.targets()[i];
      const bool touches = a == u || a == v || b == u || b == v;
      if (b < a || !touches) continue;
      const double distance = midpoint_distance(h, {a, b}, {u, v});
      if (distance < nearest) {
        nearest = distance;
        kappa = original.curvature[i];
      }
    }
  }
  return kappa;
}

// Every edge a curvature of its own, so that a wrong choice shows.
std::vector<double> distinct_curvature(const Graph& graph) {
  std::vector<double> curvature;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      const auto [low, high] = std::minmax(u, v);
      curvature.push_back(1.0 - 0.01 * (static_cast<double>(low) * graph.nodes() + high));
    }
  }
  return curvature;
}

void expect_nearest_edges(const Graph& graph, const Matrix<double>& h, double alpha) {
  const auto curvature = distinct_curvature(graph);
  const CurvedGraph original{graph, curvature};
  const Graph knn = knn_graph(nearest_neighbours(h, {.neighbours = 5}, RunContext()), RunContext());
  const Affinity affinity = curvature_affinity(knn, h, original, {.alpha = alpha}, RunContext());
  EXPECT_EQ(affinity.graph, knn);
  for (NodeId u = 0; u < knn.nodes(); ++u) {
    for (const NodeId v : knn.neighbours(u)) {
      const double kappa = curvature_of_nearest_edge(original, h, u, v);
      EXPECT_NEAR(weight_of(affinity, u, v), -std::log(1.0 + std::exp(-alpha * kappa)), 1e-13) << u << " " << v;
    }
  }
}

TEST(NearestEdge, IsTheOneThatTryingEveryEdgeFinds) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    // Sparse enough that some pairs of neighbours touch no edge at all.
    expect_nearest_edges(random_graph(60, seed < 3 ? 0.08 : 0.01, seed), random_matrix(60, 11, seed + 100), 1.0);
  }
  expect_nearest_edges(random_graph(60, 0.08, 9), random_matrix(60, 3, 109), 0.3);
}

// Small integers: distances are exact in both computations, and many are equal.
TEST(NearestEdge, TakesTheLexicographicallyLowerEdgeOfATie) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    auto grid = random_matrix(60, 2, seed + 200);
    for (double& x : grid.values()) x = std::round(x);
    expect_nearest_edges(random_graph(60, 0.08, seed), grid, 1.0);
  }
}

TEST(NearestEdge, TakesTheLexicographicallyLowerEdgeByHand) {
  // On a line: 0 and 1 in the middle, 2 and 3 at −1 and 1. The pair {0,1} sees {0,2}, {0,3} and {1,3} equally far away.
  const Graph graph = graph_of(4, {{1, 3}, {0, 3}, {0, 2}});
  const Matrix<double> h(4, 1, {0.0, 0.0, -1.0, 1.0});
  const auto curvature = distinct_curvature(graph);
  const Affinity affinity =
      curvature_affinity(graph_of(4, {{0, 1}}), h, {graph, curvature}, CurvatureAffinityOptions{}, RunContext());
  const double expected = log_sigmoid(curvature[find_entry(graph, 0, 2)]);
  EXPECT_EQ(weight_of(affinity, 0, 1), expected);
  EXPECT_EQ(weight_of(affinity, 1, 0), expected);
}

TEST(NearestEdge, IsThePairItselfWhereThatIsAnEdge) {
  const Graph graph = random_graph(40, 0.2, 3);
  const auto curvature = distinct_curvature(graph);
  const CurvedGraph original{graph, curvature};
  const auto h = random_matrix(40, 4, 4);
  const auto nearest = curvature_affinity(graph, h, original, {.edge = EdgeChoice::nearest_edge}, RunContext());
  const auto same = curvature_affinity(graph, h, original, {.edge = EdgeChoice::same_edge}, RunContext());
  EXPECT_EQ(nearest.log_weight, same.log_weight);
}

TEST(NearestEdge, IsLookedForAtTheNodeItLeavesInADirectedGraph) {
  const Graph graph = graph_of(4, {{1, 2}, {3, 0}}, {.directed = true});
  const std::vector<double> curvature = {-1.0, -2.0};
  const Matrix<double> h(4, 1, {0.0, 1.0, 5.0, 0.0});  // the midpoint of 3→0 is nearer, but it leaves neither 0 nor 1
  const auto affinity = curvature_affinity(graph_of(4, {{0, 1}, {0, 2}}), h, {graph, curvature},
                                           CurvatureAffinityOptions{}, RunContext());
  EXPECT_NEAR(weight_of(affinity, 0, 1), -std::log(1.0 + std::exp(1.0)), 1e-15);
  EXPECT_EQ(weight_of(affinity, 0, 2), kLogHalf);
}

TEST(SameEdge, IsTheEdgeOrElseFlat) {
  const Graph graph = graph_of(4, {{0, 1}, {1, 2}});
  const std::vector<double> curvature = {-1.0, -1.0, 2.0, 2.0};  // (0,1), (1,0), (1,2), (2,1)
  const auto affinity = curvature_affinity(graph_of(4, {{0, 1}, {1, 2}, {0, 2}, {0, 3}}), Matrix<double>(4, 1),
                                           {graph, curvature}, {.edge = EdgeChoice::same_edge}, RunContext());
  EXPECT_NEAR(weight_of(affinity, 0, 1), -std::log(1.0 + std::exp(1.0)), 1e-15);
  EXPECT_NEAR(weight_of(affinity, 2, 1), -std::log(1.0 + std::exp(-2.0)), 1e-15);
  EXPECT_EQ(weight_of(affinity, 0, 2), kLogHalf);
  EXPECT_EQ(weight_of(affinity, 3, 0), kLogHalf);
}

TEST(SameEdge, IsFoundInEitherDirectionOfADirectedGraph) {
  // Only 1→0 and 1→2 exist; the pair {0,1} must find the one that arrives, and its answer is the same from both ends.
  const Graph graph = graph_of(3, {{1, 0}, {1, 2}, {2, 2}}, {.directed = true});
  const std::vector<double> curvature = {-1.0, -2.0, -3.0};
  const auto affinity = curvature_affinity(graph_of(3, {{0, 1}, {1, 2}, {0, 2}}), Matrix<double>(3, 1),
                                           {graph, curvature}, {.edge = EdgeChoice::same_edge}, RunContext());
  for (const auto& [u, v] : {std::pair(0u, 1u), std::pair(1u, 0u)})
    EXPECT_NEAR(weight_of(affinity, u, v), -std::log(1.0 + std::exp(1.0)), 1e-15);
  EXPECT_NEAR(weight_of(affinity, 1, 2), -std::log(1.0 + std::exp(2.0)), 1e-15);
  EXPECT_EQ(weight_of(affinity, 0, 2), kLogHalf);  // a loop joins nothing
}

TEST(CurvatureAffinity, KeepsExtremeCurvatureFinite) {
  const Graph graph = random_graph(30, 0.3, 5);
  const std::vector<double> curvature(graph.entries(), -3800.0);
  for (const EdgeChoice choice : {EdgeChoice::nearest_edge, EdgeChoice::same_edge}) {
    const auto affinity = curvature_affinity(graph, random_matrix(30, 3, 6), {graph, curvature},
                                             {.edge = choice, .alpha = 10.0}, RunContext());
    for (const double x : affinity.log_weight) ASSERT_EQ(x, -38000.0);
    const NormalisedLaplacian laplacian(affinity.graph, affinity.log_weight, RunContext());
    for (const double x : laplacian.normalised()) {
      ASSERT_TRUE(std::isfinite(x));
      ASSERT_GT(x, 0.0);
    }
  }
}

TEST(CurvatureAffinity, IgnoresCurvatureAtAlphaZero) {
  const Graph graph = random_graph(30, 0.3, 7);
  const auto curvature = forman_curvature(graph, RunContext());
  const auto affinity =
      curvature_affinity(graph, random_matrix(30, 3, 8), {graph, curvature}, {.alpha = 0.0}, RunContext());
  for (const double x : affinity.log_weight) EXPECT_EQ(x, kLogHalf);
}

TEST(CurvatureAffinity, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = random_graph(1500, 0.005, 9);
  const auto curvature = forman_curvature(graph, RunContext());
  const auto h = random_matrix<float>(1500, 16, 10);
  const Graph knn = knn_graph(nearest_neighbours(h, {.neighbours = 10}, RunContext()), RunContext());
  for (const EdgeChoice choice : {EdgeChoice::nearest_edge, EdgeChoice::same_edge}) {
    testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
      return curvature_affinity(knn, h, {graph, curvature}, {.edge = choice}, run).log_weight;
    });
  }
}

}  // namespace
}  // namespace cgsd
