#include "cgsd/spectral/embedding.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;
using testing::random_graph;

// Two cliques of five joined by {0,5}; beside them the entries given, whose weights are e^(log weight).
struct Cliques {
  Cliques(NodeId nodes, std::vector<std::pair<Entry, double>> tails) {
    EntryList list{.nodes = nodes, .entries = {{0, 5}}, .weights = {}};
    for (NodeId u = 0; u < 5; ++u) {
      for (NodeId v = u + 1; v < 5; ++v) {
        list.entries.push_back({u, v});
        list.entries.push_back({u + 5, v + 5});
      }
    }
    for (const auto& [entry, log_weight] : tails) list.entries.push_back(entry);
    graph = build_graph(list, {}, RunContext()).graph;
    logs.assign(graph.entries(), 0.0);
    for (const auto& [entry, log_weight] : tails) {
      logs[find_entry(graph, entry.source, entry.target)] = log_weight;
      logs[find_entry(graph, entry.target, entry.source)] = log_weight;
    }
  }
  Graph graph;
  std::vector<double> logs;
};

double row_length(const Matrix<double>& m, std::size_t row) {
  double sum = 0.0;
  for (const double x : m.row(row)) sum += x * x;
  return std::sqrt(sum);
}

// The slow twin where nothing drowns: the columns asked for, every row divided by its length.
TEST(SpectralRows, AreTheScaledRowsOfTheVectors) {
  const Graph graph = random_graph(50, 0.15, 2);
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 6}, RunContext());
  const std::size_t first = 1;
  const std::size_t count = 3;
  const auto points = spectral_points(spectrum, laplacian, first, count, RunContext());
  ASSERT_EQ(points.rows(), 50u);
  ASSERT_EQ(points.cols(), count);
  for (std::size_t v = 0; v < 50; ++v) {
    const double length = std::sqrt(std::pow(spectrum.vectors(v, 1), 2) + std::pow(spectrum.vectors(v, 2), 2) +
                                    std::pow(spectrum.vectors(v, 3), 2));
    for (std::size_t j = 0; j < count; ++j) EXPECT_NEAR(points(v, j), spectrum.vectors(v, first + j) / length, 1e-14);
  }
}

TEST(SpectralRows, AreShorterWhereTheSpectrumIs) {
  const Graph graph = testing::cycle_graph(6);
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 4}, RunContext());
  EXPECT_EQ(spectral_points(spectrum, laplacian, 1, 10, RunContext()).cols(), 3u);
  EXPECT_EQ(spectral_points(spectrum, laplacian, 4, 10, RunContext()).cols(), 0u);
  EXPECT_EQ(spectral_points(spectrum, laplacian, 9, 1, RunContext()).cols(), 0u);
}

// e^−40 drowns by our measure, yet is a number: N v = (1 − λ) v can be worked out in full matrices.
TEST(SpectralRows, OfDrownedNodesAreWhatTheDenseFormulaSays) {
  const Cliques c(11, {{{10, 1}, -40.0}, {{10, 7}, -41.0}});
  const NormalisedLaplacian laplacian(c.graph, c.logs, RunContext());
  const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 2}, RunContext());
  const auto points = spectral_points(spectrum, laplacian, 0, 2, RunContext());

  const double degree_1 = 4.0 + std::exp(-40.0);
  const double degree_7 = 4.0 + std::exp(-41.0);
  const double degree_10 = std::exp(-40.0) + std::exp(-41.0);
  double expected[2];
  double length = 0.0;
  for (std::size_t j = 0; j < 2; ++j) {
    expected[j] = (std::exp(-40.0) / std::sqrt(degree_10 * degree_1) * spectrum.vectors(1, j) +
                   std::exp(-41.0) / std::sqrt(degree_10 * degree_7) * spectrum.vectors(7, j)) /
                  (1.0 - spectrum.values[j]);
    length += expected[j] * expected[j];
  }
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(points(10, j), expected[j] / std::sqrt(length), 1e-9) << j;
}

// A column that lives on one component leaves rounding errors on the other. They used to be scaled to length 1.
TEST(SpectralRows, AreZeroWhereOnlyNoiseIsLeft) {
  const Graph graph = graph_of(4, {{0, 1}, {2, 3}});
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  Spectrum spectrum;
  spectrum.values = {2.0};
  const double root = std::sqrt(0.5);
  spectrum.vectors = Matrix<double>(4, 1, {root, -root, 1e-17, -3e-18});
  const auto points = spectral_points(spectrum, laplacian, 0, 1, RunContext());
  const double expected[] = {1.0, -1.0, 0.0, 0.0};
  for (std::size_t v = 0; v < 4; ++v) EXPECT_NEAR(points(v, 0), expected[v], 1e-15) << v;
}

// Node 10 hangs on node 1 by e^−3000, node 11 on node 10 by e^−6000: the second is known only after the first. Each
// step along the tail divides column j by 1 − λ_j.
TEST(SpectralRows, AreRestoredAlongATailOfDrownedNodes) {
  const Cliques c(12, {{{10, 1}, -3000.0}, {{11, 10}, -6000.0}});
  const NormalisedLaplacian laplacian(c.graph, c.logs, RunContext());
  const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 2}, RunContext());
  const auto points = spectral_points(spectrum, laplacian, 0, 2, RunContext());
  for (const auto& [node, steps] : {std::pair<std::size_t, int>{10, 1}, {11, 2}}) {
    const double x = points(1, 0) / std::pow(1.0 - spectrum.values[0], steps);
    const double y = points(1, 1) / std::pow(1.0 - spectrum.values[1], steps);
    EXPECT_NEAR(points(node, 0), x / std::hypot(x, y), 1e-9) << node;
    EXPECT_NEAR(points(node, 1), y / std::hypot(x, y), 1e-9) << node;
  }
}

// Node 11 sees node 7 directly and node 1 only through the drowned node 10, which is known later than 7. The way
// through node 10 used to be left out, although it may carry as much (both e^−6000) or all of the row (e^−5000 and
// e^−6000).
TEST(SpectralRows, CountTheWayThroughADrownedNodeByWhatItCarries) {
  for (const double log_weight : {-6000.0, -5000.0}) {
    const Cliques c(12, {{{10, 1}, -3000.0}, {{11, 10}, log_weight}, {{11, 7}, -6000.0}});
    const NormalisedLaplacian laplacian(c.graph, c.logs, RunContext());
    const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 2}, RunContext());
    const auto points = spectral_points(spectrum, laplacian, 0, 2, RunContext());
    // Up to one factor, with d_1 = d_7 = 4 and d_10 = e^−3000: row_10 = e^−1500 row_1 / (1 − λ), and
    // row_11 = e^(log_weight + 1500) row_10 / (1 − λ) + e^−6000 row_7 / (1 − λ).
    double expected[2];
    for (std::size_t j = 0; j < 2; ++j) {
      const double shrink = 1.0 - spectrum.values[j];
      const double direct = log_weight == -6000.0 ? spectrum.vectors(7, j) / shrink : 0.0;  // e^−1000 of the other
      expected[j] = spectrum.vectors(1, j) / (shrink * shrink) + direct;
    }
    const double length = std::hypot(expected[0], expected[1]);
    for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(points(11, j), expected[j] / length, 1e-9) << log_weight;
  }
}

// The first column is D^½ 1, which no node with an edge is missing from, so every one of them has a direction.
TEST(SpectralRows, HaveLengthOneButForIsolatedNodesWhateverTheWeights) {
  const Graph graph = random_graph(300, 0.015, 3);
  std::vector<double> logs;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) logs.push_back(4.0 - static_cast<double>((u + 1) * (v + 1) % 3800));
  }
  const NormalisedLaplacian laplacian(graph, logs, RunContext());
  const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 5}, RunContext());
  const auto points = spectral_points(spectrum, laplacian, 0, 5, RunContext());
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    for (const double x : points.row(v)) ASSERT_TRUE(std::isfinite(x));
    EXPECT_NEAR(row_length(points, v), graph.degree(v) > 0 ? 1.0 : 0.0, 1e-12) << v;
  }
}

TEST(SpectralRows, HaveTheSameBitsAtAnyThreadCount) {
  const Graph graph = random_graph(1500, 0.006, 4);
  std::vector<double> logs(graph.entries(), 0.0);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (u < 600 || graph.targets()[i] < 600) logs[i] = -2000.0;  // 600 nodes to restore: several blocks of them
    }
  }
  const NormalisedLaplacian laplacian(graph, logs, RunContext());
  const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 4}, RunContext());
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return spectral_points(spectrum, laplacian, 1, 3, run); });
}

}  // namespace
}  // namespace cgsd
