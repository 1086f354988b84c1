#include "cgsd/diffusion/walk_agreement.hpp"

#include <gtest/gtest.h>

#include "cgsd/attributes/stalks.hpp"
#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/matrix/unit_rows.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

struct Walk {
  NodeId start;
  NodeId from;
  NodeId at;
  double weight = 1.0;
};

// Twin: every walk is walked. found(u, v) += the product of its weights for each.
void walk_on(const Graph& graph, const Walk& walk, int left, Matrix<double>& found) {
  if (left == 0) {
    found(walk.start, walk.at) += walk.weight;
    return;
  }
  for (EntryIndex i = graph.row_begin(walk.at); i < graph.row_end(walk.at); ++i) {
    const NodeId next = graph.targets()[i];
    const double weight = graph.weighted() ? graph.weights()[i] : 1.0;
    if (next != walk.from) walk_on(graph, {walk.start, walk.at, next, walk.weight * weight}, left - 1, found);
  }
}

double slow_agreement(const Graph& graph, Matrix<float> rows, int length) {
  const std::size_t n = graph.nodes();
  scale_rows_to_unit_length(rows, RunContext());
  Matrix<double> walks(n, n);
  for (NodeId u = 0; u < n; ++u) walk_on(graph, {u, static_cast<NodeId>(n), u}, length, walks);
  const auto cosine = [&](std::size_t u, std::size_t v) {
    double sum = 0.0;
    for (std::size_t j = 0; j < rows.cols(); ++j)
      sum += static_cast<double>(rows(u, j)) * static_cast<double>(rows(v, j));
    return sum;
  };
  std::vector<double> share(n, 0.0);
  double total = 0.0, observed = 0.0, chance = 0.0, same = 0.0, shares = 0.0;
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) {
      share[u] += walks(u, v);
      observed += walks(u, v) * cosine(u, v);
    }
    total += share[u];
  }
  for (std::size_t u = 0; u < n; ++u) {
    same += share[u] / total * cosine(u, u);
    shares += share[u] / total * share[u] / total;
    for (std::size_t v = 0; v < n; ++v) chance += share[u] / total * share[v] / total * cosine(u, v);
  }
  return (observed / total - chance) / (same - chance) + shares;
}

TEST(WalkAgreement, IsWhatWalkingEveryWalkGives) {
  const Graph graph = testing::random_graph(25, 0.15, 3);  // with leaves and triangles
  const Matrix<float> rows = testing::random_matrix<float>(25, 11, 4);
  for (const int length : {1, 2, 3, 4, 5})
    EXPECT_NEAR(walk_agreement(graph, rows, length, RunContext()), slow_agreement(graph, rows, length), 1e-6);
}

TEST(WalkAgreement, CountsWalksByTheProductOfTheirWeights) {
  const Graph graph = testing::random_graph(25, 0.15, 3, true);
  const Matrix<float> rows = testing::random_matrix<float>(25, 11, 4);
  for (const int length : {1, 2, 3, 4, 5})
    EXPECT_NEAR(walk_agreement(graph, rows, length, RunContext()), slow_agreement(graph, rows, length), 1e-6) << length;
}

TEST(WalkAgreement, OfOneAndTwoStepsIsThatOfEdgesAndPaths) {
  for (const bool weighted : {false, true}) {
    const Graph graph = testing::random_graph(200, 0.04, 5, weighted);
    const Matrix<float> rows = testing::random_matrix<float>(200, 6, 6);
    const EdgeAgreement found = edge_agreement(graph, rows, RunContext());
    EXPECT_NEAR(walk_agreement(graph, rows, 1, RunContext()), found.edges, 1e-5);
    EXPECT_NEAR(walk_agreement(graph, rows, 2, RunContext()), found.paths, 1e-5);
  }
}

TEST(WalkAgreement, FallsByTheStrengthOfAPlantedPartitionAtEveryStep) {
  const Dataset sbm = stochastic_block_model({.nodes = 2000,
                                              .communities = 2,
                                              .heterophily = 0.15,
                                              .mean_degree = 20.0,
                                              .dimensions = 8,
                                              .coupling = Coupling::independent,
                                              .signal = 1.0,
                                              .noise = 1.0},
                                             RunContext({.seed = 3}));
  const Stalks stalks = make_stalks(sbm.input.attributes, StalkMetric::centred, {}, RunContext());
  const auto rho = [&](int k) { return walk_agreement(sbm.input.graph, stalks.rows, k, RunContext()); };
  for (const int k : {1, 2, 3}) EXPECT_NEAR(rho(k + 1) / rho(k), 0.7, 0.03);  // 1 − 2 h
}

TEST(WalkAgreement, IsNothingWhereThereAreNoSuchWalks) {
  const Graph star = testing::star_graph(6);
  const Matrix<float> rows = testing::random_matrix<float>(7, 2, 1);
  EXPECT_EQ(walk_agreement(star, rows, 3, RunContext()), 0.0);
  EXPECT_EQ(walk_agreement(star, Matrix<float>(7, 0), 1, RunContext()), 0.0);
  EXPECT_EQ(walk_agreement(star, Matrix<float>(7, 2, std::vector<float>(14, 1.0F)), 1, RunContext()), 0.0);
}

TEST(WalkAgreement, HasTheSameBitsAtAnyNumberOfThreads) {
  for (const bool weighted : {false, true}) {
    const Graph graph = testing::random_graph(1500, 0.01, 3, weighted);
    const Matrix<float> rows = testing::random_matrix<float>(1500, 10, 4);
    testing::expect_same_bits_at_any_thread_count(
        [&](const RunContext& run) { return walk_agreement(graph, rows, 4, run); });
  }
}

}  // namespace
}  // namespace cgsd
