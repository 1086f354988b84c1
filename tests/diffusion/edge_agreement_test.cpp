#include "cgsd/diffusion/edge_agreement.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/graph/edge_weights.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// Twin: every ordered pair is visited, and the null model is a second sum over all pairs of ends.
double slow_excess(const std::vector<std::vector<double>>& pairs, const Matrix<float>& rows) {
  const std::size_t n = rows.rows();
  const auto cosine = [&](std::size_t u, std::size_t v) {
    double product = 0.0, a = 0.0, b = 0.0;
    for (std::size_t j = 0; j < rows.cols(); ++j) {
      product += static_cast<double>(rows(u, j)) * static_cast<double>(rows(v, j));
      a += static_cast<double>(rows(u, j)) * static_cast<double>(rows(u, j));
      b += static_cast<double>(rows(v, j)) * static_cast<double>(rows(v, j));
    }
    return a > 0.0 && b > 0.0 ? product / std::sqrt(a * b) : 0.0;
  };
  double total = 0.0, observed = 0.0, chance = 0.0, same = 0.0, shares = 0.0;
  std::vector<double> weight(n, 0.0);
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) {
      weight[u] += pairs[u][v];
      observed += pairs[u][v] * cosine(u, v);
    }
    total += weight[u];
  }
  for (std::size_t u = 0; u < n; ++u) {
    same += weight[u] / total * cosine(u, u);
    shares += weight[u] / total * weight[u] / total;
    for (std::size_t v = 0; v < n; ++v) chance += weight[u] / total * weight[v] / total * cosine(u, v);
  }
  return (observed / total - chance) / (same - chance) + shares;
}

void expect_excess(bool weighted) {
  const Graph graph = testing::random_graph(40, 0.15, 3, weighted);
  const std::vector<double> weight = entry_weights(graph);
  Matrix<float> rows = testing::random_matrix<float>(40, 6, 4);
  for (float& x : rows.row(5)) x = 0.0F;
  std::vector<std::vector<double>> edges(40, std::vector<double>(40, 0.0));
  std::vector<std::vector<double>> paths = edges;
  for (NodeId w = 0; w < 40; ++w) {
    for (EntryIndex i = graph.row_begin(w); i < graph.row_end(w); ++i) {
      const NodeId u = graph.targets()[i];
      edges[w][u] = weight[i];
      for (EntryIndex j = graph.row_begin(w); j < graph.row_end(w); ++j)
        paths[u][graph.targets()[j]] += i == j ? 0.0 : weight[i] * weight[j];
    }
  }
  const EdgeAgreement found = edge_agreement(graph, rows, RunContext());
  EXPECT_NEAR(found.edges, slow_excess(edges, rows), 1e-5);
  EXPECT_NEAR(found.paths, slow_excess(paths, rows), 1e-5);
}

TEST(EdgeAgreement, IsTheExcessOverTheConfigurationModel) { expect_excess(false); }
TEST(EdgeAgreement, CountsEdgesAndPathsByTheirWeights) { expect_excess(true); }

// Two triangles, one attribute each: neighbours are always the same, 1 before the correction of 1/6. A 4-cycle
// coloured in turn: never, −1 before 1/4.
TEST(EdgeAgreement, IsHighAmongEqualsAndLowAmongOpposites) {
  const Graph triangles = testing::graph_of(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}});
  const EdgeAgreement alike =
      edge_agreement(triangles, Matrix<float>(6, 1, {2.0F, 3.0F, 1.0F, -1.0F, -5.0F, -1.0F}), RunContext());
  EXPECT_NEAR(alike.edges, 1.0 + 1.0 / 6.0, 1e-12);
  EXPECT_NEAR(alike.paths, 1.0 + 1.0 / 6.0, 1e-12);
  EXPECT_NEAR(alike.significance, alike.edges * std::sqrt(6.0), 1e-12);  // six edges, one attribute
  const EdgeAgreement opposed =
      edge_agreement(testing::cycle_graph(4), Matrix<float>(4, 1, {1.0F, -1.0F, 1.0F, -1.0F}), RunContext());
  EXPECT_NEAR(opposed.edges, -1.0 + 0.25, 1e-12);
  EXPECT_NEAR(opposed.paths, 1.0 + 0.25, 1e-12);
}

// Attributes that know nothing of the graph: the mean is 0 and the spread 1, by the definition of significance.
void expect_noise(bool weighted) {
  const Graph graph = testing::random_graph(150, 0.05, 3, weighted);
  double sum = 0.0;
  double squares = 0.0;
  constexpr int kTimes = 200;
  for (int i = 0; i < kTimes; ++i) {
    Matrix<float> rows = testing::random_matrix<float>(150, 8, static_cast<std::uint64_t>(i));
    std::vector<double> mean(8, 0.0);
    for (std::size_t v = 0; v < 150; ++v) {
      for (std::size_t j = 0; j < 8; ++j) mean[j] += static_cast<double>(rows(v, j)) / 150.0;
    }
    for (std::size_t v = 0; v < 150; ++v) {
      for (std::size_t j = 0; j < 8; ++j) rows(v, j) -= static_cast<float>(mean[j]);
    }
    const double z = edge_agreement(graph, rows, RunContext()).significance;
    sum += z;
    squares += z * z;
  }
  EXPECT_NEAR(sum / kTimes, 0.0, 0.3);
  EXPECT_NEAR(std::sqrt(squares / kTimes), 1.0, 0.2);
}

TEST(EdgeAgreement, OfShuffledAttributesIsNoise) { expect_noise(false); }
TEST(EdgeAgreement, OfShuffledAttributesIsNoiseWhateverTheWeights) { expect_noise(true); }

TEST(EdgeAgreement, IsZeroWhereThereIsNothingToCompare) {
  EXPECT_EQ(edge_agreement(testing::graph_of(3, {}), Matrix<float>(3, 2), RunContext()).edges, 0.0);
  EXPECT_EQ(edge_agreement(testing::path_graph(3), Matrix<float>(3, 0), RunContext()).edges, 0.0);
  EXPECT_EQ(edge_agreement(testing::path_graph(3), Matrix<float>(3, 1, {1, 1, 1}), RunContext()).edges, 0.0);
  EXPECT_EQ(edge_agreement(testing::path_graph(2), Matrix<float>(2, 1, {1, -1}), RunContext()).paths, 0.0);
}

TEST(EdgeAgreement, HasTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(1200, 0.01, 3);
  const Matrix<float> rows = testing::random_matrix<float>(1200, 6, 4);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return edge_agreement(graph, rows, run).paths; });
}

}  // namespace
}  // namespace cgsd
