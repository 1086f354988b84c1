#include "cgsd/spectral/laplacian.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;
using testing::random_graph;
using testing::random_matrix;

// Symmetric logarithms in [low, high).
std::vector<double> random_logs(const Graph& graph, double low, double high, std::uint64_t seed) {
  std::vector<double> logs;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      const auto [first, second] = std::minmax(u, v);
      logs.push_back(low + (high - low) * RandomStream(seed).at(first).uniform(second));
    }
  }
  return logs;
}

// The slow twin: L = I − D^−½ A D^−½ as a full matrix, from the weights themselves.
Matrix<double> dense_laplacian(const Graph& graph, const std::vector<double>& logs) {
  const std::size_t n = graph.nodes();
  Matrix<double> a(n, n);
  for (NodeId u = 0; u < n; ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) a(u, graph.targets()[i]) = std::exp(logs[i]);
  }
  std::vector<double> degree(n, 0.0);
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) degree[u] += a(u, v);
  }
  Matrix<double> laplacian(n, n);
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) {
      const double scaled = a(u, v) > 0.0 ? a(u, v) / std::sqrt(degree[u] * degree[v]) : 0.0;
      laplacian(u, v) = (u == v ? 1.0 : 0.0) - scaled;
    }
  }
  return laplacian;
}

std::vector<double> applied(const NormalisedLaplacian& laplacian, std::span<const double> x) {
  std::vector<double> y(x.size());
  laplacian.apply(x, y, RunContext());
  return y;
}

void expect_dense_product(const Graph& graph, const std::vector<double>& logs) {
  const auto dense = dense_laplacian(graph, logs);
  const auto x = random_matrix(1, graph.nodes(), 12);
  const auto y = applied(NormalisedLaplacian(graph, logs, RunContext()), x.values());
  for (std::size_t u = 0; u < y.size(); ++u) {
    double expected = 0.0;
    for (std::size_t v = 0; v < y.size(); ++v) expected += dense(u, v) * x.values()[v];
    EXPECT_NEAR(y[u], expected, 1e-13) << u;
  }
}

TEST(NormalisedLaplacian, IsTheDenseFormula) {
  const Graph graph = random_graph(40, 0.1, 1);
  expect_dense_product(graph, random_logs(graph, -3.0, 2.0, 2));
  expect_dense_product(graph, random_logs(graph, -100.0, 100.0, 3));  // 1e±43: far apart, but still numbers
}

TEST(NormalisedLaplacian, TakesNoWeightsAsOnes) {
  const Graph graph = random_graph(40, 0.1, 4);
  const auto x = random_matrix(1, 40, 5);
  EXPECT_EQ(applied(NormalisedLaplacian(graph, {}, RunContext()), x.values()),
            applied(NormalisedLaplacian(graph, std::vector<double>(graph.entries(), 0.0), RunContext()), x.values()));
  expect_dense_product(graph, std::vector<double>(graph.entries(), 0.0));
}

TEST(NormalisedLaplacian, IsTheIdentityOnAnIsolatedNode) {
  const Graph graph = graph_of(4, {{0, 1}, {1, 2}});
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  EXPECT_EQ(laplacian.log_degrees()[3], -std::numeric_limits<double>::infinity());
  EXPECT_NEAR(laplacian.log_degrees()[1], std::log(2.0), 1e-15);
  const std::vector<double> x = {1.0, std::sqrt(2.0), 1.0, 5.0};  // D^½ 1 on the path
  const auto y = applied(laplacian, x);
  for (std::size_t u = 0; u < 3; ++u) EXPECT_NEAR(y[u], 0.0, 1e-15);
  EXPECT_EQ(y[3], 5.0);
}

TEST(NormalisedLaplacian, DoesNotChangeWhenAllWeightsAreScaled) {
  const Graph graph = random_graph(40, 0.1, 6);
  const auto logs = random_logs(graph, -3.0, 2.0, 7);
  const NormalisedLaplacian plain(graph, logs, RunContext());
  for (const double shift : {-38000.0, -745.0, 710.0, 38000.0}) {  // beyond what exp can say
    std::vector<double> shifted = logs;
    for (double& x : shifted) x += shift;
    const NormalisedLaplacian scaled(graph, shifted, RunContext());
    for (std::size_t i = 0; i < logs.size(); ++i)
      EXPECT_NEAR(scaled.normalised()[i], plain.normalised()[i], 1e-10) << shift;  // 38000 leaves 11 digits
  }
}

// A node whose edges weigh e^−3000 between nodes whose edges weigh 1: its numbers underflow, their logarithms do not.
TEST(NormalisedLaplacian, KeepsLogarithmsWhereNumbersUnderflow) {
  const Graph graph = graph_of(3, {{0, 1}, {1, 2}});
  const std::vector<double> logs = {0.0, 0.0, -3000.0, -3000.0};  // (0,1), (1,0), (1,2), (2,1)
  const NormalisedLaplacian laplacian(graph, logs, RunContext());
  EXPECT_NEAR(laplacian.normalised()[0], 1.0, 1e-15);
  EXPECT_EQ(laplacian.normalised()[2], 0.0);
  EXPECT_NEAR(laplacian.log_normalised(1, 2), -1500.0, 1e-12);  // −3000 − (0 − 3000)/2
  EXPECT_NEAR(laplacian.log_normalised(2, 3), -1500.0, 1e-12);
  EXPECT_NEAR(laplacian.log_degrees()[1], 0.0, 1e-15);
  EXPECT_EQ(laplacian.log_degrees()[2], -3000.0);
}

TEST(NormalisedLaplacian, RefusesADirectedGraph) {
  const Graph graph = graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_THROW(NormalisedLaplacian(graph, {}, RunContext()), InvalidArgument);
}

TEST(NormalisedLaplacian, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = random_graph(3000, 0.003, 8);
  const auto logs = random_logs(graph, -2000.0, 0.0, 9);
  const auto x = random_matrix(1, graph.nodes(), 10);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    std::vector<double> y(graph.nodes());
    NormalisedLaplacian(graph, logs, run).apply(x.values(), y, run);
    return y;
  });
}

}  // namespace
}  // namespace cgsd
