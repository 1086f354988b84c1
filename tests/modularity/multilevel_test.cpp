#include "cgsd/modularity/multilevel.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/generators.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

MultilevelResult communities_of(const Graph& graph, std::uint64_t seed, const RunContext& run = RunContext()) {
  RandomSequence random{RandomStream(seed)};
  return multilevel_communities(network_of(graph, "test", run), 1.0, random, run);
}

double modularity_of(const Graph& graph, const std::vector<NodeId>& community_of) {
  return modularity(network_of(graph, "test", RunContext()), community_of, 1.0, RunContext());
}

Dataset planted(NodeId nodes) {
  return stochastic_block_model(
      {.nodes = nodes, .communities = 10, .heterophily = 0.3, .mean_degree = 20.0, .attributes = AttributeKind::none},
      RunContext());
}

TEST(Multilevel, FindsTwoTriangles) {
  const Graph graph = testing::graph_of(7, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}});
  EXPECT_THAT(communities_of(graph, 1).community_of, ::testing::ElementsAre(0u, 0u, 0u, 1u, 1u, 1u, 2u));
}

// The way up alone ends near 0.4 on these: groups of few nodes mix the planted communities.
TEST(Multilevel, FindsLargeCommunitiesOfASparseGraph) {
  const Dataset data = planted(20'000);
  const std::vector<NodeId> truth(data.labels.class_of.begin(), data.labels.class_of.end());
  const double wanted = modularity_of(data.input.graph, truth);
  EXPECT_NEAR(wanted, 0.6, 0.01);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    EXPECT_GE(modularity_of(data.input.graph, communities_of(data.input.graph, seed).community_of), wanted - 0.03);
  }
}

TEST(Multilevel, FindsEveryLargeCommunityOfASparseGraphFromGrownGroups) {
  const Dataset data = planted(20'000);
  const std::vector<NodeId> truth(data.labels.class_of.begin(), data.labels.class_of.end());
  const auto network = network_of(data.input.graph, "test", RunContext());
  const double wanted = modularity_of(data.input.graph, truth);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RandomSequence random{RandomStream(seed)};
    const MultilevelResult found = grown_communities(network, 1.0, random, RunContext());
    EXPECT_GE(modularity_of(data.input.graph, found.community_of), wanted - 0.001) << seed;
  }
}

TEST(Multilevel, LeavesNoTwoCommunitiesThatShouldBeOne) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = testing::random_graph(60, 0.08, seed, seed % 2 == 1);
    const std::vector<NodeId> found = communities_of(graph, seed).community_of;
    const double reached = modularity_of(graph, found);
    for (NodeId a = 0; a <= *std::ranges::max_element(found); ++a) {
      for (NodeId b = 0; b < a; ++b) {
        std::vector<NodeId> merged = found;
        std::ranges::replace(merged, a, b);
        EXPECT_LE(modularity_of(graph, merged), reached + 1e-9);
      }
    }
  }
}

TEST(Multilevel, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = planted(20'000).input.graph;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return communities_of(graph, 1, run).community_of; });
}

}  // namespace
}  // namespace cgsd
