#include "cgsd/modularity/weighted_network.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/cut_quality.hpp"

#include "tests/support/communities_check.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Graph weighted_graph(NodeId nodes, std::vector<Entry> entries, std::vector<double> weights) {
  return build_graph({.nodes = nodes, .entries = std::move(entries), .weights = std::move(weights)}, {}, RunContext())
      .graph;
}

Graph two_triangles() { return testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}}); }

std::vector<NodeId> random_labels(NodeId nodes, NodeId communities, std::uint64_t seed) {
  RandomSequence random{RandomStream(seed)};
  std::vector<NodeId> labels(nodes);
  for (NodeId& label : labels) label = static_cast<NodeId>(random.below(communities));
  return labels;
}

TEST(WeightedNetwork, ShrinksTwoTrianglesToTwoNodes) {
  const Graph graph = two_triangles();
  const auto network = network_of(graph, "test", RunContext());
  EXPECT_EQ(network.total, 14.0);
  const auto shrunk = aggregated(network, std::vector<NodeId>{1, 1, 1, 0, 0, 0}, 2, RunContext());
  EXPECT_THAT(shrunk.inside, ElementsAre(6.0, 6.0));
  EXPECT_THAT(shrunk.strength, ElementsAre(7.0, 7.0));
  EXPECT_EQ(shrunk.entries, 2u);
  EXPECT_THAT(shrunk.neighbours(0), ElementsAre(1u));
  EXPECT_THAT(shrunk.neighbours(1), ElementsAre(0u));
  EXPECT_EQ(shrunk.weight(shrunk.rows[0].begin), 1.0);
  EXPECT_EQ(shrunk.weight(shrunk.rows[1].begin), 1.0);
  EXPECT_EQ(shrunk.total, 14.0);
}

TEST(WeightedNetwork, HasTheModularityOfTwoTrianglesComputedByHand) {
  const Graph graph = two_triangles();
  const auto network = network_of(graph, "test", RunContext());
  const std::vector<NodeId> triangles = {0, 0, 0, 1, 1, 1};
  EXPECT_DOUBLE_EQ(modularity(network, triangles, 1.0, RunContext()), 12.0 / 14.0 - 0.5);
  EXPECT_DOUBLE_EQ(modularity(network, triangles, 0.5, RunContext()), 12.0 / 14.0 - 0.25);
  EXPECT_DOUBLE_EQ(modularity(network, std::vector<NodeId>(6, 0), 1.0, RunContext()), 0.0);
}

TEST(WeightedNetwork, HasTheModularityOfTheSumOverAllPairs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = testing::random_graph(40, 0.15, seed, true);
    const auto network = network_of(graph, "test", RunContext());
    const auto labels = random_labels(40, 5, seed);
    const std::vector<std::int32_t> community_of(labels.begin(), labels.end());
    for (const double resolution : {0.0, 0.7, 1.0, 3.0}) {
      EXPECT_NEAR(modularity(network, labels, resolution, RunContext()),
                  testing::pairwise_modularity(graph, community_of, resolution), 1e-12);
    }
    EXPECT_NEAR(modularity(network, labels, 1.0, RunContext()),
                cut_quality(graph, community_of, RunContext()).modularity, 1e-12);
  }
}

TEST(WeightedNetwork, KeepsTheModularityOfCoarserPartitionsWhenShrunk) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = testing::random_graph(60, 0.1, seed, true);
    const auto network = network_of(graph, "test", RunContext());
    auto fine = random_labels(60, 20, seed);
    const NodeId pieces = renumber(fine);
    const auto coarse = random_labels(pieces, 4, seed + 100);
    const auto shrunk = aggregated(network, fine, pieces, RunContext());
    std::vector<NodeId> both(60);
    for (std::size_t v = 0; v < 60; ++v) both[v] = coarse[fine[v]];
    EXPECT_NEAR(modularity(shrunk, coarse, 1.3, RunContext()), modularity(network, both, 1.3, RunContext()), 1e-12);
  }
}

TEST(WeightedNetwork, LeavesEdgesOfWeightZeroOut) {
  const Graph graph = weighted_graph(3, {{0, 1}, {1, 2}}, {0.0, 1.0});
  const auto network = network_of(graph, "test", RunContext());
  EXPECT_EQ(network.entries, 2u);
  EXPECT_THAT(network.neighbours(0), ElementsAre());
  EXPECT_THAT(network.neighbours(1), ElementsAre(2u));
  EXPECT_THAT(network.neighbours(2), ElementsAre(1u));
  EXPECT_THAT(network.strength, ElementsAre(0.0, 1.0, 1.0));
  const Graph nothing = weighted_graph(2, {{0, 1}}, {0.0});
  EXPECT_FALSE(network_of(nothing, "test", RunContext()).has_edges());
}

TEST(WeightedNetwork, DoesNotOverflowWithTheLargestWeightsNorVanishWithTheSmallest) {
  const std::vector<NodeId> together = {0, 0, 0, 1, 1};
  for (const double weight : {std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(), 3.0}) {
    const Graph graph = weighted_graph(5, {{0, 1}, {1, 2}, {3, 4}}, {weight, weight, weight});
    EXPECT_THAT(modularity(network_of(graph, "test", RunContext()), together, 1.0, RunContext()),
                DoubleEq(1.0 - 5.0 / 9.0))
        << weight;
  }
}

TEST(WeightedNetwork, RefusesADirectedGraphInOneLine) {
  const Graph graph = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { network_of(graph, "leiden", RunContext()); }),
            "leiden: needs an undirected graph; leave --directed out");
}

TEST(WeightedNetwork, NamesTheEdgeWhoseWeightItRefuses) {
  const Graph graph = weighted_graph(4, {{0, 1}, {1, 3}, {2, 3}}, {1.0, -2.5, -1.0});
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] { network_of(graph, "louvain", RunContext()); }),
              HasSubstr("louvain: edge 1–3 has weight -2.5, and weights below 0 cannot be used"));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const Graph odd({0, 1, 2}, {1, 0}, {bad, bad}, false);
    EXPECT_THAT(testing::error_text<InvalidArgument>([&] { network_of(odd, "louvain", RunContext()); }),
                HasSubstr("edge 0–1"));
  }
}

// Large enough for several blocks, between whose rows there are gaps. The slow twin: a table of all pairs.
TEST(WeightedNetwork, HasTheWeightOfEveryPairOfCommunitiesWhenShrunk) {
  const NodeId nodes = 20'000;
  const NodeId communities = 500;
  const Graph graph =
      stochastic_block_model({.nodes = nodes, .mean_degree = 5.0, .attributes = AttributeKind::none}, RunContext())
          .input.graph;
  const auto network = network_of(graph, "test", RunContext());
  auto labels = random_labels(nodes, communities, 9);
  std::vector<double> expected(std::size_t{communities} * communities, 0.0);
  for (NodeId v = 0; v < nodes; ++v) {
    for (EntryIndex i = network.rows[v].begin; i < network.rows[v].end; ++i) {
      expected[labels[v] * communities + labels[network.targets[i]]] += network.weight(i);
    }
  }
  const auto shrunk = aggregated(network, labels, communities, RunContext());
  EntryIndex entries = 0;
  for (NodeId c = 0; c < communities; ++c) {
    EXPECT_NEAR(shrunk.inside[c], expected[c * communities + c], 1e-9);
    expected[c * communities + c] = 0.0;
    for (EntryIndex i = shrunk.rows[c].begin; i < shrunk.rows[c].end; ++i, ++entries) {
      expected[c * communities + shrunk.targets[i]] -= shrunk.weight(i);
    }
  }
  EXPECT_EQ(entries, shrunk.entries);
  EXPECT_THAT(expected, ::testing::Each(::testing::DoubleNear(0.0, 1e-9)));
}

TEST(WeightedNetwork, IsCutIntoConnectedParts) {
  const Graph graph = testing::path_graph(6);
  const auto network = network_of(graph, "test", RunContext());
  std::vector<NodeId> community_of = {3, 3, 5, 3, 5, 5};
  EXPECT_EQ(cut_into_connected_parts(network, community_of), 4u);
  EXPECT_THAT(community_of, ElementsAre(0u, 0u, 1u, 2u, 3u, 3u));
}

TEST(WeightedNetwork, RenumbersInOrderOfAppearance) {
  std::vector<NodeId> community_of = {4, 2, 4, 0, 2};
  EXPECT_EQ(renumber(community_of), 3u);
  EXPECT_THAT(community_of, ElementsAre(0u, 1u, 0u, 2u, 1u));
}

}  // namespace
}  // namespace cgsd
