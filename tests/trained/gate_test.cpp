#include "cgsd/trained/gate.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"
#include "tests/trained/dense_twin.hpp"

namespace cgsd {
namespace {

using testing::graph_of;

TEST(Gate, DividesTheSigmoidByTheRootOfBothDegrees) {
  const Graph path = graph_of(4, {{0, 1}, {1, 2}});  // node 3 has no entry and so no weight
  const double kappa = std::log(3.0);                // σ = 3/4
  const auto weights = gate_weights(path, std::vector<double>{0.0, 0.0, kappa, kappa}, RunContext());
  ASSERT_EQ(weights.size(), 4u);  // (0,1), (1,0), (1,2), (2,1); degrees 1, 2, 1
  EXPECT_NEAR(weights[0], 0.5 / std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(weights[1], 0.5 / std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(weights[2], 0.75 / std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(weights[3], 0.75 / std::sqrt(2.0), 1e-15);
}

TEST(Gate, CountsEntriesThatLeaveInADirectedGraphAndShutsWhereNoneDoes) {
  // Entries that leave: 3 from node 0 (the loop among them), 1 from node 1, none from node 2.
  const Graph graph = graph_of(4, {{0, 0}, {0, 1}, {0, 2}, {1, 0}}, {.directed = true});
  const auto weights = gate_weights(graph, std::vector<double>(4, 0.0), RunContext());
  ASSERT_EQ(weights.size(), 4u);
  EXPECT_NEAR(weights[0], 0.5 / 3.0, 1e-15);
  EXPECT_NEAR(weights[1], 0.5 / std::sqrt(3.0), 1e-15);
  EXPECT_EQ(weights[2], 0.0);
  EXPECT_NEAR(weights[3], 0.5 / std::sqrt(3.0), 1e-15);
}

TEST(Gate, IsTheDenseFormula) {
  for (const auto& example : {testing::with_isolated_node(), testing::directed_with_loop_and_repeat()}) {
    const auto weights = gate_weights(example.graph, example.curvature, RunContext());
    const auto& [adjacency, curvature, degree, entries] = example.dense;
    Matrix<double> summed(adjacency.rows(), adjacency.cols());
    for (NodeId u = 0; u < example.graph.nodes(); ++u) {
      for (EntryIndex i = example.graph.row_begin(u); i < example.graph.row_end(u); ++i)
        summed(u, example.graph.targets()[i]) += weights[i];
    }
    for (std::size_t u = 0; u < summed.rows(); ++u) {
      for (std::size_t v = 0; v < summed.cols(); ++v) {
        const double both = std::sqrt(degree[u] * degree[v]);
        const double one = both > 0.0 ? testing::textbook_sigmoid(curvature(u, v)) / both : 0.0;
        EXPECT_NEAR(summed(u, v), adjacency(u, v) * one, 1e-15) << u << " " << v;
      }
    }
  }
}

TEST(Gate, CountsAsOpenFromOnePercentUp) {
  // σ(κ) = 0.01 at κ = −log 99 = −4.5951…
  EXPECT_EQ(open_share(std::vector<double>{-4.59, -4.60, 3.0, -3800.0}, RunContext()), 0.5);
  EXPECT_EQ(open_share(std::vector<double>{}, RunContext()), 0.0);
}

TEST(Gate, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::random_graph(3000, 0.002, 4);
  const auto curvature = testing::random_matrix(1, graph.entries(), 5);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return gate_weights(graph, curvature.values(), run); });
}

}  // namespace
}  // namespace cgsd
