#include "cgsd/spectral/krylov_ends.hpp"

#include <gtest/gtest.h>

#include "cgsd/spectral/extreme_eigenpairs.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

TEST(KrylovValues, OfASmallMatrixAreItsEigenvalues) {
  const Graph graph = testing::random_graph(30, 0.3, 2);
  const RegularisedAdjacency a(graph, 9.0);
  const std::vector<double> found = krylov_values(a, 30, RandomStream(1), RunContext());
  const ExtremePairs all = extreme_eigenpairs(a, {.pairs = 30, .end = SpectrumEnd::largest}, RunContext());
  ASSERT_EQ(found.size(), 30U);
  for (std::size_t j = 0; j < 30; ++j) EXPECT_NEAR(found[j], all.values[j], 1e-5);
}

TEST(KrylovValues, EndWhereTheSpaceDoes) {
  const Graph graph = testing::complete_graph(50);
  const RegularisedAdjacency a(graph, 49.0);  // two different eigenvalues
  const std::vector<double> found = krylov_values(a, 20, RandomStream(1), RunContext());
  ASSERT_GE(found.size(), 2U);
  EXPECT_LE(found.size(), 4U) << "rounding may add one";
  EXPECT_NEAR(found.front(), 0.5, 1e-5);
  EXPECT_NEAR(found.back(), -0.5 / 49.0, 1e-5);
}

TEST(KrylovValues, ShowTheEndsOfALargerSpectrum) {
  const Graph graph = testing::random_graph(4000, 0.005, 3);
  const RegularisedAdjacency a(graph, 20.0);
  const std::vector<double> found = krylov_values(a, 40, RandomStream(1), RunContext());
  const ExtremePairs top = extreme_eigenpairs(a, {.pairs = 2, .end = SpectrumEnd::largest}, RunContext());
  const ExtremePairs low = extreme_eigenpairs(a, {.pairs = 1, .end = SpectrumEnd::smallest}, RunContext());
  EXPECT_NEAR(found[0], top.values[0], 1e-5);
  EXPECT_NEAR(found[1], top.values[1], 0.02 * top.values[1]);
  EXPECT_LE(found[1], top.values[1] + 1e-6);
  EXPECT_NEAR(found.back(), low.values[0], -0.02 * low.values[0]);
}

TEST(KrylovValues, OfNothingAreNone) {
  const Graph graph;
  EXPECT_TRUE(krylov_values(RegularisedAdjacency(graph, 1.0), 5, RandomStream(1), RunContext()).empty());
}

TEST(KrylovValues, HaveTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(9000, 0.002, 5);
  const RegularisedAdjacency a(graph, 18.0);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return krylov_values(a, 12, RandomStream(1), run); });
}

}  // namespace
}  // namespace cgsd
