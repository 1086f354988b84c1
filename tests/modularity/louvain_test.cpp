#include "cgsd/modularity/louvain.hpp"

#include <algorithm>
#include <cmath>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"

#include "tests/support/communities_check.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(Louvain, FindsTwoTriangles) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}});
  const LouvainResult result = louvain(graph, {.restarts = 5}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_DOUBLE_EQ(result.modularity, 12.0 / 14.0 - 0.5);
  EXPECT_GE(result.levels, 1);
  EXPECT_GE(result.moves, 4u);
  EXPECT_EQ(result.stop, LouvainStop::no_gain);
}

// The largest there is, computed by igraph 0.10's community_optimal_modularity, an exact integer programme.
TEST(Louvain, ReachesTheBestModularityOfTheKarateClub) {
  const Graph graph = karate_club(RunContext()).input.graph;
  const LouvainResult result = louvain(graph, {.restarts = 50}, RunContext());
  EXPECT_NEAR(result.modularity, 0.4197896120973046, 1e-12);
  EXPECT_EQ(result.partition.communities, 4);
}

TEST(Louvain, FollowsTheWeights) {
  const Graph graph =
      build_graph({.nodes = 4, .entries = {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, .weights = {1, 9, 1, 9}}, {}, RunContext())
          .graph;
  const LouvainResult result = louvain(graph, {}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 1, 1, 0));
  EXPECT_DOUBLE_EQ(result.modularity, 0.9 - 0.5);
}

TEST(Louvain, SaysTheModularityOfTheSumOverAllPairs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = testing::random_graph(60, 0.1, seed, seed % 2 == 1);
    const LouvainResult result = louvain(graph, {.resolution = 1.5}, RunContext({.seed = seed}));
    EXPECT_NEAR(result.modularity, testing::pairwise_modularity(graph, result.partition.community_of, 1.5), 1e-12);
  }
}

// The slow twin: try every pair of communities.
TEST(Louvain, LeavesNoTwoCommunitiesThatShouldBeOne) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = testing::random_graph(40, 0.1, seed, seed % 2 == 1);
    const LouvainResult result = louvain(graph, {}, RunContext({.seed = seed}));
    for (std::int32_t a = 0; a < result.partition.communities; ++a) {
      for (std::int32_t b = 0; b < a; ++b) {
        auto merged = result.partition.community_of;
        std::replace(merged.begin(), merged.end(), a, b);
        EXPECT_LE(testing::pairwise_modularity(graph, merged, 1.0), result.modularity + 1e-9);
      }
    }
  }
}

TEST(Louvain, RestartsOnlyEverHelp) {
  const Graph graph = testing::random_graph(300, 0.03, 5);
  const double once = louvain(graph, {.restarts = 1}, RunContext()).modularity;
  const LouvainResult often = louvain(graph, {.restarts = 10}, RunContext());
  EXPECT_GT(often.modularity, once);
  EXPECT_GT(often.restart, 0);
}

TEST(Louvain, LeavesNodesWithoutEdgesAlone) {
  const LouvainResult result = louvain(testing::graph_of(5, {{1, 3}}), {}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(1, 0, 2, 0, 3));
}

TEST(Louvain, SaysThatThereWereNoEdges) {
  const LouvainResult result = louvain(testing::graph_of(3, {}), {}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 1, 2));
  EXPECT_TRUE(std::isnan(result.modularity));
  EXPECT_EQ(result.stop, LouvainStop::no_edges);
  EXPECT_EQ(louvain(Graph(), {}, RunContext()).partition.communities, 0);
}

TEST(Louvain, RefusesWhatItCannotDo) {
  const Graph directed = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { louvain(directed, {}, RunContext()); }),
            "louvain: needs an undirected graph; leave --directed out");
  const Graph graph = testing::path_graph(3);
  EXPECT_THROW(louvain(graph, {.resolution = -1.0}, RunContext()), InvalidArgument);
  EXPECT_THROW(louvain(graph, {.resolution = std::nan("")}, RunContext()), InvalidArgument);
  EXPECT_THROW(louvain(graph, {.restarts = 0}, RunContext()), InvalidArgument);
}

TEST(Louvain, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(louvain(testing::path_graph(10), {}, RunContext({.stop = source.get_token()})), Cancelled);
}

TEST(Louvain, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph =
      stochastic_block_model({.nodes = 2000, .communities = 10, .mean_degree = 10.0, .attributes = AttributeKind::none},
                             RunContext())
          .input.graph;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return louvain(graph, {.restarts = 2}, run).partition.community_of; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return louvain(graph, {.restarts = 2}, run).modularity; });
}

}  // namespace
}  // namespace cgsd
