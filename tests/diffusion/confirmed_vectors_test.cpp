#include "cgsd/diffusion/confirmed_vectors.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/generators.hpp"

namespace cgsd {
namespace {

using ::testing::Each;
using ::testing::Ge;

constexpr NodeId kNodes = 120;

// Two copies of a graph with two communities, side by side, and an attribute that tells the communities.
struct TwoCopies {
  TwoCopies() : stalks(2 * kNodes, 1) {
    const Dataset once = stochastic_block_model(
        {.nodes = kNodes, .communities = 2, .heterophily = 0.1, .mean_degree = 12.0, .attributes = AttributeKind::none},
        RunContext({.seed = 5}));
    EntryList list{.nodes = 2 * kNodes, .entries = {}, .weights = {}};
    for (NodeId u = 0; u < kNodes; ++u) {
      for (const NodeId v : once.input.graph.neighbours(u)) {
        if (u > v) continue;
        list.entries.push_back({u, v});
        list.entries.push_back({u + kNodes, v + kNodes});
      }
      const float side = once.labels.class_of[u] == 0 ? 1.0f : -1.0f;
      stalks(u, 0) = stalks(u + kNodes, 0) = side + 0.1f * std::sin(static_cast<float>(u));
    }
    graph = build_graph(list, {}, RunContext()).graph;
  }

  // The first pairs but the very first.
  // `scale` makes multiples of the bulk's edge of their eigenvalues; that of the graph if it is 0.
  ConfirmedVectors found(const ConfirmingAttributes& attributes, std::int32_t pairs, double scale = 0.0) const {
    const RunContext run;
    TopologySpectrum spectrum = topology_spectrum(graph, pairs, run);
    Matrix<float> rows(2 * kNodes, spectrum.values.size() - 1);
    for (std::size_t v = 0; v < rows.rows(); ++v)
      for (std::size_t j = 0; j < rows.cols(); ++j) rows(v, j) = spectrum.vectors(v, j + 1);
    const RegularisedAdjacency n(graph, spectrum.regulariser);
    return confirmed_vectors(rows, {spectrum.values.begin() + 1, spectrum.values.end()}, attributes,
                             {graph, n.row_factors(), scale > 0.0 ? scale : bulk_scale(spectrum, 2.0 * kNodes)}, run);
  }

  Graph graph;
  Matrix<float> stalks;
};

// The eigenvalues are those of one copy, twice: the first two belong to the degrees of each copy, the next two to the
// communities in each.
TEST(ConfirmedVectors, OfTwoCopiesAreThoseThatBothHave) {
  const TwoCopies copies;
  const ConfirmedVectors v = copies.found({.stalks = copies.stalks, .overlap = 0.9}, 4);
  ASSERT_EQ(v.values.size(), 2u);  // what tells the copies apart is left out
  EXPECT_NEAR(v.values[0], v.values[1], 1e-6);
  EXPECT_GT(v.confirmed[0], 0.9);  // the same in both copies
  EXPECT_EQ(v.confirmed[1], 0.0);  // the opposite
  for (std::size_t i = 0; i < kNodes; ++i) {
    EXPECT_NEAR(v.rows(i, 0), v.rows(i + kNodes, 0), 1e-4) << i;
    EXPECT_NEAR(v.rows(i, 1), -v.rows(i + kNodes, 1), 1e-4) << i;
  }
}

TEST(ConfirmedVectors, KeepsComponentsThatAttributesConfirm) {
  TwoCopies copies;
  for (std::size_t v = 0; v < copies.stalks.rows(); ++v) copies.stalks(v, 0) = v < kNodes ? 1.0f : -1.0f;
  const ConfirmedVectors v = copies.found({.stalks = copies.stalks, .overlap = 0.9}, 2);
  ASSERT_EQ(v.values.size(), 1u);
  EXPECT_GT(v.confirmed[0], 0.9);
}

// If attributes are noise or absent, components are the structure of the graph.
TEST(ConfirmedVectors, KeepsComponentsIfEdgesAreAlone) {
  const TwoCopies copies;
  const ConfirmedVectors noise = copies.found({.stalks = copies.stalks, .overlap = 0.0}, 4);
  EXPECT_EQ(noise.values.size(), 3u);
  EXPECT_THAT(noise.confirmed, Each(Ge(1.0)));
  const Matrix<float> none(2 * kNodes, 0);
  const ConfirmedVectors absent = copies.found({.stalks = none}, 4);
  EXPECT_EQ(absent.values.size(), 3u);
  EXPECT_THAT(absent.confirmed, Each(1.0));
}

// y = 1 is the edge of the bulk; θ + 1 / θ = 2 y has θ = 2 at y = 5/4 and θ = 3 at y = 5/3.
TEST(ConfirmedVectors, ClarityIsTheShareThatIsSignal) {
  EXPECT_EQ(clarity_at(0.3), 0.0);
  EXPECT_EQ(clarity_at(1.0), 0.0);
  EXPECT_NEAR(clarity_at(1.25), 3.0 / 4.0, 1e-12);
  EXPECT_NEAR(clarity_at(5.0 / 3.0), 8.0 / 9.0, 1e-12);
}

// Of a vector of which a quarter is noise, attributes can explain a quarter less, and confirm it as much.
TEST(ConfirmedVectors, AreConfirmedRelativeToTheirClarity) {
  TwoCopies copies;
  for (std::size_t v = 0; v < copies.stalks.rows(); ++v)
    copies.stalks(v, 0) += 1.2f * std::sin(static_cast<float>(3 * v));
  const ConfirmingAttributes attributes{.stalks = copies.stalks, .overlap = 0.9};
  const ConfirmedVectors clear = copies.found(attributes, 4, 1e6);
  const ConfirmedVectors noisy = copies.found(attributes, 4, 1.25 / clear.values[0]);
  const double epsilon = 3.0 * std::sqrt(2.0) / (2.0 * kNodes);
  ASSERT_GT(clear.confirmed[0], 0.2);
  ASSERT_LT(noisy.confirmed[0], 1.0);
  EXPECT_NEAR(clear.confirmed[0] * (0.9 + epsilon), noisy.confirmed[0] * (0.9 * 0.75 + epsilon), 1e-6);
}

TEST(ConfirmedVectors, HaveMeanZeroAndLengthOne) {
  const TwoCopies copies;
  const ConfirmedVectors v = copies.found({.stalks = copies.stalks, .overlap = 0.9}, 6);
  for (std::size_t j = 0; j < v.rows.cols(); ++j) {
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < v.rows.rows(); ++i) {
      sum += static_cast<double>(v.rows(i, j));
      squares += std::pow(static_cast<double>(v.rows(i, j)), 2.0);
    }
    EXPECT_NEAR(sum, 0.0, 1e-5);
    EXPECT_NEAR(squares, 1.0, 1e-5);
  }
}

}  // namespace
}  // namespace cgsd
