#include "cgsd/spectral/eigenpairs.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "cgsd/spectral/embedding.hpp"
#include "cgsd/spectral/null_space.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::complete_graph;
using testing::cycle_graph;
using testing::graph_of;

Spectrum spectrum_of(const Graph& graph, std::int32_t count, std::int32_t dense_limit) {
  return smallest_eigenpairs(NormalisedLaplacian(graph, {}, RunContext()),
                             {.eigenpairs = count, .dense_limit = dense_limit}, RunContext());
}

void expect_orthonormal(const Spectrum& s) {
  for (std::size_t a = 0; a < s.vectors.cols(); ++a) {
    for (std::size_t b = 0; b < s.vectors.cols(); ++b) {
      double dot = 0.0;
      for (std::size_t v = 0; v < s.vectors.rows(); ++v) dot += s.vectors(v, a) * s.vectors(v, b);
      EXPECT_NEAR(dot, a == b ? 1.0 : 0.0, 1e-9) << a << " " << b;
    }
    EXPECT_LT(s.residuals[a], 1e-8) << a;
  }
}

// Both solvers must give the textbook spectra (Chung, Spectral Graph Theory, §1.1).
class BothSolvers : public ::testing::TestWithParam<std::int32_t> {};

TEST_P(BothSolvers, KnowTheCycle) {
  const int n = 60;
  const Spectrum s = spectrum_of(cycle_graph(n), 7, GetParam());
  const int multiple[] = {0, 1, 1, 2, 2, 3, 3};  // 1 − cos(2πk/n), every value but the first twice
  for (std::size_t j = 0; j < 7; ++j)
    EXPECT_NEAR(s.values[j], 1.0 - std::cos(2.0 * std::numbers::pi * multiple[j] / n), 1e-9);
  EXPECT_EQ(s.components, 1);
  EXPECT_TRUE(s.converged);
  expect_orthonormal(s);
}

TEST_P(BothSolvers, KnowTheCompleteGraphWithItsMultipleEigenvalue) {
  const Spectrum s = spectrum_of(complete_graph(50), 5, GetParam());
  EXPECT_NEAR(s.values[0], 0.0, 1e-12);
  for (std::size_t j = 1; j < 5; ++j) EXPECT_NEAR(s.values[j], 50.0 / 49.0, 1e-9);  // n/(n−1), 49 times
  expect_orthonormal(s);
}

TEST_P(BothSolvers, FindOneZeroPerComponent) {
  EntryList list{.nodes = 122, .entries = {}, .weights = {}};
  for (NodeId c = 0; c < 4; ++c) {
    for (NodeId u = 0; u < 30; ++u) list.entries.push_back({30 * c + u, 30 * c + (u + 1) % 30});
  }
  const Graph graph = build_graph(list, {}, RunContext()).graph;  // four rings and two nodes without edges
  const Spectrum s = spectrum_of(graph, 6, GetParam());
  EXPECT_EQ(s.components, 4);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(s.values[j], 0.0, 1e-12);
  EXPECT_NEAR(s.values[4], 1.0 - std::cos(2.0 * std::numbers::pi / 30), 1e-9);
  expect_orthonormal(s);
  for (NodeId v = 0; v < 120; ++v) EXPECT_NEAR(s.vectors(v, 0), std::sqrt(1.0 / 120.0), 1e-12);  // D^½ 1 comes first
  EXPECT_EQ(s.vectors(121, 0), 0.0);
}

TEST_P(BothSolvers, GiveTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::random_graph(400, 0.03, 9);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const NormalisedLaplacian laplacian(graph, {}, run);
    return smallest_eigenpairs(laplacian, {.eigenpairs = 6, .dense_limit = GetParam()}, run).vectors;
  });
}

INSTANTIATE_TEST_SUITE_P(DenseAndLanczos, BothSolvers, ::testing::Values(500, 0));

OperatorFacts in_blocks(const NormalisedLaplacian& laplacian) {
  OperatorFacts facts;
  facts.null_space = null_space(laplacian, RunContext());
  facts.block = &laplacian;
  facts.lanczos_limit = 0;
  return facts;
}

TEST(Eigenpairs, AreTheSameByFilteredBlocks) {
  const Graph graph = testing::random_graph(600, 0.03, 4);
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  const Spectrum dense = smallest_eigenpairs(laplacian, {.eigenpairs = 6, .dense_limit = 1000}, RunContext());
  const Spectrum blocks =
      smallest_eigenpairs(laplacian, in_blocks(laplacian), {.eigenpairs = 6, .dense_limit = 0}, RunContext());
  EXPECT_TRUE(blocks.converged);
  expect_orthonormal(blocks);
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_NEAR(blocks.values[j], dense.values[j], 1e-10);
    EXPECT_LE(blocks.residuals[j], 1e-9);
  }
}

TEST(Eigenpairs, OfFilteredBlocksAreKeptWithTheirResidualsIfTheyDoNotConverge) {
  const Graph graph = cycle_graph(3000);
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  const SpectrumOptions options{.eigenpairs = 7, .max_iterations = 5};
  const Spectrum s = smallest_eigenpairs(laplacian, in_blocks(laplacian), options, RunContext());
  EXPECT_FALSE(s.converged);
  ASSERT_EQ(s.values.size(), 7u);
  EXPECT_LT(s.values[6], 0.02) << "smooth, if not exact";
  EXPECT_GT(s.residuals[6], 1e-10);
}

TEST(Eigenpairs, HandleTheSmallestGraphs) {
  EXPECT_EQ(spectrum_of(Graph(), 3, 500).values.size(), 0u);
  const Spectrum one = spectrum_of(graph_of(1, {}), 3, 500);
  EXPECT_EQ(one.values.size(), 1u);
  EXPECT_NEAR(one.values[0], 1.0, 1e-15);  // no edge: L is the identity
  const Spectrum two = spectrum_of(graph_of(2, {{0, 1}}), 3, 500);
  EXPECT_NEAR(two.values[0], 0.0, 1e-15);
  EXPECT_NEAR(two.values[1], 2.0, 1e-15);
}

// Two cliques whose nodes hang together by weights of e^0, and a node tied to the first by e^−3000 alone. In floating
// point it is cut off; its row must still point where its neighbours' rows say.
// Nodes 2 and 3 hang on node 1 by e^−100: invisible, yet half of node 2's weight leads there. Their block of D^−½ A
// D^−½ is 1/√2 off the diagonal, so their smallest eigenvalue is 1 − 1/√2. It was once taken for a second 0.
TEST(Eigenpairs, DoNotTakeALeakingComponentForAClosedOne) {
  const Graph graph = graph_of(4, {{0, 1}, {1, 2}, {2, 3}});
  const std::vector<double> log_weight = {0.0, 0.0, -100.0, -100.0, -100.0, -100.0};  // rows 0; 1: 0, 2; 2: 1, 3; 3
  const NormalisedLaplacian laplacian(graph, log_weight, RunContext());
  const Spectrum s = smallest_eigenpairs(laplacian, {.eigenpairs = 4}, RunContext());
  EXPECT_EQ(s.components, 1);
  EXPECT_NEAR(s.values[0], 0.0, 1e-12);
  EXPECT_NEAR(s.values[1], 1.0 - 1.0 / std::numbers::sqrt2, 1e-12);
  expect_orthonormal(s);
}

// The smallest eigenvalues of a long cycle, 1 − cos(2πk/n), are about 1e-6 and come in pairs: restarted Lanczos gives
// up, the factorisation finds them.
TEST(Eigenpairs, AreFoundWhereTheyCrowdNearZero) {
  constexpr int kNodes = 3000;
  const Graph graph = cycle_graph(kNodes);
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  const Spectrum s = smallest_eigenpairs(laplacian, {.eigenpairs = 7}, RunContext());
  EXPECT_TRUE(s.converged);
  const int multiple[] = {0, 1, 1, 2, 2, 3, 3};
  ASSERT_EQ(s.values.size(), 7u);
  for (std::size_t j = 0; j < 7; ++j)
    EXPECT_NEAR(s.values[j], 1.0 - std::cos(2.0 * std::numbers::pi * multiple[j] / kNodes), 1e-12);
  expect_orthonormal(s);
  const Spectrum without = smallest_eigenpairs(laplacian, {.eigenpairs = 7, .factor_limit = 0}, RunContext());
  EXPECT_FALSE(without.converged);
}

// diag(0, 0, 2/n, 3/n, …): known to have one null vector, it has another that must be found.
class RisingDiagonal final : public LinearOperator {
 public:
  explicit RisingDiagonal(std::size_t n) : n_(n) {}
  std::size_t size() const override { return n_; }
  void apply(std::span<const double> x, std::span<double> y, const RunContext&) const override {
    for (std::size_t i = 0; i < n_; ++i) y[i] = i < 2 ? 0.0 : static_cast<double>(i) / static_cast<double>(n_) * x[i];
  }

 private:
  std::size_t n_;
};

TEST_P(BothSolvers, TakeAnyOperatorAndWhatIsKnownOfItsNullSpace) {
  constexpr std::size_t kSize = 100;
  OperatorFacts facts{.null_space = Matrix<double>(kSize, 1)};
  facts.null_space(0, 0) = 1.0;
  const SpectrumOptions options{.eigenpairs = 5, .dense_limit = GetParam(), .max_iterations = 1000};
  const Spectrum s = smallest_eigenpairs(RisingDiagonal(kSize), facts, options, RunContext());
  const double expected[] = {0.0, 0.0, 0.02, 0.03, 0.04};
  EXPECT_TRUE(s.converged);
  EXPECT_EQ(s.components, 1);
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_NEAR(s.values[j], expected[j], 1e-9);
    EXPECT_NEAR(s.vectors(j, j), 1.0, 1e-7);
  }
  expect_orthonormal(s);
}

// Without an inverse there is only the lower accuracy.
TEST(Eigenpairs, AreNotFoundToAllDigitsIfTheyCrowdAndNoInverseIsKnown) {
  const Graph graph = cycle_graph(3000);
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  const Spectrum s = smallest_eigenpairs(laplacian, OperatorFacts(), {.eigenpairs = 7}, RunContext());
  EXPECT_FALSE(s.converged);
}

TEST(SpectralPoints, RestoreANodeWhoseWeightsUnderflow) {
  EntryList list{.nodes = 11, .entries = {{0, 5}, {10, 1}, {10, 2}}, .weights = {}};
  for (NodeId u = 0; u < 5; ++u) {
    for (NodeId v = u + 1; v < 5; ++v) {
      list.entries.push_back({u, v});
      list.entries.push_back({u + 5, v + 5});
    }
  }
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  std::vector<double> log_weight(graph.entries(), 0.0);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (u == 10 || graph.targets()[i] == 10) log_weight[i] = -3000.0;
    }
  }
  const NormalisedLaplacian laplacian(graph, log_weight, RunContext());
  for (const double x : laplacian.normalised()) ASSERT_TRUE(std::isfinite(x));
  const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 3}, RunContext());
  const auto points = spectral_points(spectrum, laplacian, 0, 2, RunContext());
  // N v = (1 − λ) v, and nodes 1 and 2 are alike: the row is theirs, column by column divided by 1 − λ, at length 1.
  const double expected[] = {points(1, 0) / (1.0 - spectrum.values[0]), points(1, 1) / (1.0 - spectrum.values[1])};
  const double norm = std::hypot(expected[0], expected[1]);
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(points(10, j), expected[j] / norm, 1e-9);
  EXPECT_NEAR(std::hypot(points(10, 0), points(10, 1)), 1.0, 1e-12);
}

TEST(SpectralPoints, LeaveAnIsolatedNodeAtZero) {
  const Graph graph = graph_of(4, {{0, 1}, {1, 2}});
  const NormalisedLaplacian laplacian(graph, {}, RunContext());
  const Spectrum spectrum = smallest_eigenpairs(laplacian, {.eigenpairs = 2}, RunContext());
  const auto points = spectral_points(spectrum, laplacian, 0, 1, RunContext());
  EXPECT_EQ(points(3, 0), 0.0);
  EXPECT_NEAR(points(0, 0), 1.0, 1e-15);
}

}  // namespace
}  // namespace cgsd
