#include "cgsd/closed_form/graph_spectral.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/attributed_toys.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Lt;

double cut_weight(const Graph& graph, NodeId u, NodeId v) {
  const EntryIndex i = find_entry(graph, u, v);
  if (i == graph.entries()) return 0.0;
  return graph.weighted() ? graph.weights()[i] : 1.0;
}

// The slow twin: cut / volume of both sides, of every two-way partition.
double best_normalised_cut(const Graph& graph, std::uint32_t& best_side) {
  double best = std::numeric_limits<double>::infinity();
  for (std::uint32_t side = 1; side + 1 < 1u << graph.nodes(); ++side) {
    double cut = 0.0;
    double volume[2] = {};
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (NodeId v = 0; v < graph.nodes(); ++v) {
        const double weight = cut_weight(graph, u, v);
        volume[side >> u & 1] += weight;
        if ((side >> u & 1) != (side >> v & 1)) cut += weight / 2.0;
      }
    }
    const double value = cut / volume[0] + cut / volume[1];
    if (value < best) best_side = side;
    best = std::min(best, value);
  }
  return best;
}

TEST(GraphSpectral, FindsTwoTriangles) {
  const Graph graph = testing::two_triangles().graph;
  const GraphSpectralResult result = graph_spectral(graph, {.communities = 2}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_NEAR(result.spectrum.values[0], 0.0, 1e-12);
  EXPECT_THAT(result.spectrum.residuals, Each(Lt(1e-10)));
  EXPECT_TRUE(result.spectrum.converged);
  EXPECT_TRUE(result.kmeans.converged);
}

TEST(GraphSpectral, FindsTheBestNormalisedCutOfClearGraphs) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    EntryList list{.nodes = 10, .entries = {}, .weights = {}};
    RandomSequence random{RandomStream(seed)};
    for (NodeId u = 0; u < 10; ++u) {
      for (NodeId v = u + 1; v < 10; ++v) {
        list.entries.push_back({u, v});
        list.weights.push_back((u % 2 == v % 2 ? 2.0 : 0.1) + random.uniform());
      }
    }
    const Graph graph = build_graph(list, {}, RunContext()).graph;
    std::uint32_t side = 0;
    best_normalised_cut(graph, side);
    const auto found = graph_spectral(graph, {.communities = 2}, RunContext()).partition.community_of;
    for (NodeId v = 0; v < 10; ++v) EXPECT_EQ(found[v] == found[0], (side >> v & 1) == (side & 1)) << seed;
  }
}

// A square whose heavy sides lie opposite each other: only the weights say where to cut.
TEST(GraphSpectral, UsesWeightsAndTakesWeightZeroForNoEdge) {
  const EntryList square{
      .nodes = 4, .entries = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}, .weights = {5.0, 1.0, 5.0, 1.0, 0.0}};
  const auto result = graph_spectral(build_graph(square, {}, RunContext()).graph, {.communities = 2}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 1, 1));
  // Eigenvalues of the weighted cycle: 1 − (5 ± 1)/6 and their mirror images.
  EXPECT_NEAR(result.spectrum.values[1], 1.0 - 4.0 / 6.0, 1e-12);
}

TEST(GraphSpectral, GivesEveryComponentACommunityWhereThereAreAsMany) {
  const Graph graph = testing::graph_of(8, {{0, 3}, {3, 6}, {6, 0}, {1, 4}, {4, 7}, {2, 5}});
  const auto result = graph_spectral(graph, {.communities = 3}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 1, 2, 0, 1, 2, 0, 1));
  EXPECT_EQ(result.spectrum.components, 3);
}

TEST(GraphSpectral, NeverCutsAComponentWhereThereAreMoreThanCommunities) {
  const Graph graph = testing::graph_of(10, {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}});
  const auto found = graph_spectral(graph, {.communities = 3}, RunContext()).partition.community_of;
  for (std::size_t v = 0; v < 10; v += 2) EXPECT_EQ(found[v], found[v + 1]);
}

TEST(GraphSpectral, PutsNodesWithoutEdgesIntoOneCommunity) {
  const Graph graph = testing::graph_of(9, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}});
  const auto found = graph_spectral(graph, {.communities = 2}, RunContext()).partition.community_of;
  EXPECT_EQ(found[6], found[7]);
  EXPECT_EQ(found[7], found[8]);
  EXPECT_NE(found[0], found[5]);
}

TEST(GraphSpectral, RefusesWhatItCannotDo) {
  const auto refusal = [](const Graph& graph, std::int32_t communities) {
    return testing::error_text<InvalidArgument>(
        [&] { graph_spectral(graph, {.communities = communities}, RunContext()); });
  };
  EXPECT_EQ(refusal(testing::directed_input().graph, 2), "spectral: needs an undirected graph; leave --directed out");
  EXPECT_EQ(refusal(testing::path_graph(3), 0), "spectral: communities = 0: give the number to find (-k C)");
  EXPECT_EQ(refusal(testing::path_graph(3), 4), "spectral: communities = 4: more than the 3 nodes");
  EXPECT_EQ(refusal(testing::graph_of(3, {}), 2), "spectral: the graph has no edges");
  const EntryList negative{.nodes = 2, .entries = {{0, 1}}, .weights = {-1.0}};
  EXPECT_THAT(refusal(build_graph(negative, {}, RunContext()).graph, 2),
              ::testing::HasSubstr("edge 0–1 has weight -1"));
}

TEST(GraphSpectral, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::three_communities(1500).input.graph;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return graph_spectral(graph, {.communities = 3}, run).spectrum.vectors; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return graph_spectral(graph, {.communities = 3}, run).partition; });
}

}  // namespace
}  // namespace cgsd
