#include "cgsd/modularity/leiden.hpp"

#include <algorithm>
#include <cmath>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/components.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/metrics/cut_quality.hpp"
#include "cgsd/modularity/multilevel.hpp"
#include "cgsd/modularity/resolution_search.hpp"

#include "tests/support/communities_check.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

// Cliques in a ring, each joined to the next by one edge.
Graph ring_of_cliques(NodeId cliques, NodeId size) {
  EntryList list{.nodes = cliques * size, .entries = {}, .weights = {}};
  for (NodeId c = 0; c < cliques; ++c) {
    for (NodeId u = 0; u < size; ++u) {
      for (NodeId v = u + 1; v < size; ++v) list.entries.push_back({c * size + u, c * size + v});
    }
    list.entries.push_back({c * size, ((c + 1) % cliques) * size + 1});
  }
  return build_graph(list, {}, RunContext()).graph;
}

Graph block_model(NodeId nodes, double heterophily = 0.05) {
  return stochastic_block_model({.nodes = nodes,
                                 .communities = 10,
                                 .heterophily = heterophily,
                                 .mean_degree = 10.0,
                                 .attributes = AttributeKind::none},
                                RunContext())
      .input.graph;
}

// Calls visit(community_of) for each of the partitions of n nodes, as strings of restricted growth.
template <class Visit>
void for_each_partition(std::size_t nodes, std::vector<std::int32_t>& prefix, std::int32_t used, Visit&& visit) {
  if (prefix.size() == nodes) return visit(prefix);
  for (std::int32_t c = 0; c <= used; ++c) {
    prefix.push_back(c);
    for_each_partition(nodes, prefix, std::max(used, c + 1), visit);
    prefix.pop_back();
  }
}

TEST(Leiden, FindsTwoTriangles) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}});
  const LeidenResult result = leiden(graph, {}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_DOUBLE_EQ(result.modularity, 12.0 / 14.0 - 0.5);
  EXPECT_EQ(result.stop, LeidenStop::stable);
  EXPECT_GE(result.iterations, 1);
  EXPECT_GT(result.levels, result.iterations);
}

// The largest there is, computed by igraph 0.10's community_optimal_modularity, an exact integer programme.
TEST(Leiden, ReachesTheBestModularityOfTheKarateClub) {
  const LeidenResult result = leiden(karate_club(RunContext()).input.graph, {.restarts = 5}, RunContext());
  EXPECT_NEAR(result.modularity, 0.4197896120973046, 1e-12);
  EXPECT_EQ(result.partition.communities, 4);
}

// Fortunato & Barthélemy, Resolution limit in community detection (2007): at γ = 1 the cliques of a ring of 30 cliques
// of 5, Q = 0.876, are not the best partition; cliques in pairs are, Q = 0.888. A heuristic may miss the perfect
// pairing.
TEST(Leiden, JoinsCliquesAtTheResolutionLimitAndTellsThemApartBeyond) {
  const Graph graph = ring_of_cliques(30, 5);
  const double best = 315.0 / 330.0 - 1.0 / 15.0;
  const LeidenResult joined = leiden(graph, {.restarts = 20}, RunContext());
  EXPECT_LE(joined.modularity, best + 1e-12);
  EXPECT_GE(joined.modularity, best - 0.002);
  const LeidenResult apart = leiden(graph, {.resolution = 4.0}, RunContext());
  EXPECT_EQ(apart.partition.communities, 30);
  EXPECT_NEAR(apart.modularity, 300.0 / 330.0 - 4.0 / 30.0, 1e-12);
}

// The slow twin: the best of all 4140 partitions of eight nodes.
TEST(Leiden, ReachesTheBestOfAllPartitionsOnSmallGraphs) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Graph graph = testing::random_graph(8, 0.4, seed, seed % 2 == 1);
    double best = -1.0;
    std::vector<std::int32_t> prefix;
    for_each_partition(8, prefix, 0, [&](const std::vector<std::int32_t>& community_of) {
      best = std::max(best, testing::pairwise_modularity(graph, community_of, 1.0));
    });
    EXPECT_NEAR(leiden(graph, {.restarts = 30}, RunContext({.seed = seed})).modularity, best, 1e-12);
  }
}

TEST(Leiden, FindsConnectedCommunitiesOnly) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomSequence random(RandomStream(seed).named("settings"));
    const auto nodes = static_cast<NodeId>(2 + random.below(80));
    const Graph graph = testing::random_graph(nodes, 4.0 * random.uniform() / nodes, seed, seed % 2 == 1);
    for (const double randomness : {0.0, 0.01, 1e6}) {
      for (const std::int32_t iterations : {1, 2, 100}) {
        const LeidenOptions options{.resolution = std::exp(4.0 * random.uniform() - 3.0),
                                    .randomness = randomness,
                                    .max_iterations = iterations};
        const LeidenResult result = leiden(graph, options, RunContext({.seed = seed}));
        ASSERT_TRUE(testing::communities_are_connected(graph, result.partition.community_of)) << seed;
      }
    }
  }
}

// Sparse and large enough for moves alone, without the refinement, to leave communities that fall apart.
TEST(Leiden, FindsConnectedCommunitiesWhereMovingNodesTearsThemApart) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Graph graph = testing::random_graph(1000, 0.0035, seed, seed % 2 == 1);
    const LeidenResult result = leiden(graph, {.resolution = 0.5}, RunContext({.seed = seed}));
    ASSERT_TRUE(testing::communities_are_connected(graph, result.partition.community_of)) << seed;
  }
}

TEST(Leiden, DoesNotTakeAnEdgeOfWeightZeroForAConnection) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EntryList list = testing::random_entries(30, 0.15, seed, true);
    for (std::size_t i = 0; i < list.weights.size(); i += 2) list.weights[i] = 0.0;
    const Graph graph = build_graph(list, {}, RunContext()).graph;
    const LeidenResult result = leiden(graph, {.resolution = 0.1}, RunContext({.seed = seed}));
    ASSERT_TRUE(testing::communities_are_connected(graph, result.partition.community_of)) << seed;
  }
}

// The slow twins: move every node everywhere, merge every two communities.
TEST(Leiden, IsStableUnderSingleMovesAndMerges) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = testing::random_graph(30, 0.15, seed, seed % 2 == 1);
    const LeidenResult result =
        leiden(graph, {.randomness = seed % 3 == 0 ? 1e6 : 0.01, .min_gain = 0.0}, RunContext({.seed = seed}));
    ASSERT_EQ(result.stop, LeidenStop::stable);
    const auto& best = result.partition.community_of;
    for (std::int32_t c = 0; c <= result.partition.communities; ++c) {
      for (NodeId v = 0; v < 30; ++v) {
        auto moved = best;
        moved[v] = c;
        EXPECT_LE(testing::pairwise_modularity(graph, moved, 1.0), result.modularity + 1e-9);
      }
      for (std::int32_t other = 0; other < c; ++other) {
        auto merged = best;
        std::replace(merged.begin(), merged.end(), c, other);
        EXPECT_LE(testing::pairwise_modularity(graph, merged, 1.0), result.modularity + 1e-9);
      }
    }
  }
}

TEST(Leiden, SaysTheModularityOfTheSumOverAllPairs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = testing::random_graph(60, 0.1, seed, seed % 2 == 1);
    const LeidenResult result = leiden(graph, {.resolution = 0.8}, RunContext({.seed = seed}));
    EXPECT_NEAR(result.modularity, testing::pairwise_modularity(graph, result.partition.community_of, 0.8), 1e-12);
  }
}

TEST(Leiden, NeverLosesModularityFromOneIterationToTheNext) {
  const Graph graph = testing::random_graph(400, 0.02, 3);
  double before = -1.0;
  for (std::int32_t iterations = 1; iterations <= 5; ++iterations) {
    const LeidenResult result = leiden(graph, {.max_iterations = iterations, .min_gain = 0.0}, RunContext());
    EXPECT_GE(result.modularity, before - 1e-12);
    EXPECT_EQ(result.iterations, iterations);
    EXPECT_EQ(result.stop, LeidenStop::max_iterations);
    before = result.modularity;
  }
  EXPECT_EQ(leiden(graph, {.max_iterations = 1000, .min_gain = 0.0}, RunContext()).stop, LeidenStop::stable);
}

TEST(Leiden, EndsWithAnIterationThatGainsLittle) {
  const Graph graph = testing::random_graph(400, 0.02, 3);
  const LeidenResult early = leiden(graph, {.min_gain = 1.0}, RunContext());
  EXPECT_EQ(early.stop, LeidenStop::small_gain);
  EXPECT_EQ(early.iterations, 2);
  const LeidenResult late = leiden(graph, {.min_gain = 0.0}, RunContext());
  EXPECT_GT(late.iterations, 2);
  EXPECT_GT(late.modularity, early.modularity);
}

TEST(Leiden, GivesWholeComponentsAtResolutionZeroAndSingleNodesAtALargeOne) {
  const Graph graph = testing::graph_of(7, {{0, 1}, {1, 2}, {2, 3}, {4, 5}});
  EXPECT_THAT(leiden(graph, {.resolution = 0.0}, RunContext()).partition.community_of,
              ElementsAre(0, 0, 0, 0, 1, 1, 2));
  EXPECT_EQ(leiden(graph, {.resolution = 1e9}, RunContext()).partition.communities, 7);
}

TEST(Leiden, DoesNotDependOnTheUnitOfTheWeights) {
  EntryList list = testing::random_entries(80, 0.1, 4, true);
  const auto partition_of = [&] { return leiden(build_graph(list, {}, RunContext()).graph, {}, RunContext()); };
  const LeidenResult before = partition_of();
  for (double& weight : list.weights) weight *= 0x1p-600;
  const LeidenResult after = partition_of();
  EXPECT_EQ(before.partition, after.partition);
  EXPECT_EQ(before.modularity, after.modularity);
}

TEST(Leiden, MeetsATargetAndReportsTheResolutionThatDoes) {
  const Graph graph = ring_of_cliques(12, 6);
  for (const std::int32_t target : {1, 2, 12, 72}) {
    const LeidenResult found = leiden(graph, {.target_communities = target}, RunContext());
    EXPECT_EQ(found.partition.communities, target);
    EXPECT_EQ(found.target_distance, 0);
    const LeidenResult again = leiden(graph, {.resolution = found.resolution}, RunContext());
    EXPECT_EQ(again.partition, found.partition);
    EXPECT_EQ(again.modularity, found.modularity);
  }
}

TEST(Leiden, FindsComponentsAndSingleNodesAtTheEndsOfTheSearch) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Graph graph = testing::random_graph(50, 0.04, seed, true);
    const auto range = resolution_range(network_of(graph, "test", RunContext()));
    const auto communities_at = [&](double resolution) {
      return leiden(graph, {.resolution = resolution}, RunContext({.seed = seed})).partition.communities;
    };
    EXPECT_EQ(communities_at(range.low), static_cast<std::int32_t>(connected_components(graph, RunContext()).count()));
    EXPECT_EQ(communities_at(range.high), 50);
  }
}

TEST(Leiden, ComesAsNearToATargetAsItCan) {
  const Graph three_edges = testing::graph_of(7, {{0, 1}, {2, 3}, {4, 5}});
  const LeidenResult fewest = leiden(three_edges, {.target_communities = 2}, RunContext());
  EXPECT_EQ(fewest.partition.communities, 4);  // one per component
  EXPECT_EQ(fewest.target_distance, 2);
  EXPECT_GT(fewest.resolutions_tried, 1);
  // All edges are worth the same, so they part together: 4 communities, or 7.
  EXPECT_EQ(leiden(three_edges, {.target_communities = 5}, RunContext()).target_distance, 1);
  EXPECT_EQ(leiden(three_edges, {.target_communities = 6}, RunContext()).partition.communities, 7);
}

TEST(Leiden, LeavesNodesWithoutEdgesAlone) {
  const LeidenResult result = leiden(testing::graph_of(5, {{1, 3}}), {}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(1, 0, 2, 0, 3));
}

TEST(Leiden, SaysThatThereWereNoEdges) {
  const LeidenResult result = leiden(testing::graph_of(3, {}), {.target_communities = 1}, RunContext());
  EXPECT_THAT(result.partition.community_of, ElementsAre(0, 1, 2));
  EXPECT_TRUE(std::isnan(result.modularity));
  EXPECT_EQ(result.stop, LeidenStop::no_edges);
  EXPECT_EQ(result.target_distance, 2);
  EXPECT_EQ(leiden(Graph(), {}, RunContext()).partition.communities, 0);
}

TEST(Leiden, RefusesWhatItCannotDo) {
  const Graph directed = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { leiden(directed, {}, RunContext()); }),
            "leiden: needs an undirected graph; leave --directed out");
  const Graph graph = testing::path_graph(3);
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { leiden(graph, {.target_communities = 4}, RunContext()); }),
            "target_communities = 4: more than the 3 nodes");
  EXPECT_THROW(leiden(graph, {.target_communities = -1}, RunContext()), InvalidArgument);
  EXPECT_THROW(leiden(graph, {.resolution = -1.0}, RunContext()), InvalidArgument);
  EXPECT_THROW(leiden(graph, {.randomness = std::nan("")}, RunContext()), InvalidArgument);
  EXPECT_THROW(leiden(graph, {.max_iterations = 0}, RunContext()), InvalidArgument);
}

TEST(Leiden, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(leiden(testing::path_graph(10), {}, RunContext({.stop = source.get_token()})), Cancelled);
}

TEST(Leiden, FindsTheCommunitiesOfALargeSparseGraphInOneIteration) {
  const Dataset data = stochastic_block_model(
      {.nodes = 20'000, .communities = 10, .heterophily = 0.3, .mean_degree = 20.0, .attributes = AttributeKind::none},
      RunContext());
  const double planted = cut_quality(data.input.graph, data.labels.class_of, RunContext()).modularity;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const LeidenResult result = leiden(data.input.graph, {}, RunContext({.seed = seed}));
    EXPECT_GE(result.modularity, planted - 0.0005) << seed;
    EXPECT_EQ(result.iterations, 1);
    EXPECT_TRUE(testing::communities_are_connected(data.input.graph, result.partition.community_of));
  }
}

// As many edges across ten communities as chance gives: none are there to be found.
TEST(Leiden, IsNotMisledByGrownGroupsIfALargeGraphHasNoCommunities) {
  const Graph graph = block_model(20'000, 0.9);
  const auto network = network_of(graph, "test", RunContext());
  const auto reached = [&](const auto& communities) {
    RandomSequence random{RandomStream(1)};
    return modularity(network, communities(network, 1.0, random, RunContext()).community_of, 1.0, RunContext());
  };
  const double in_levels = reached(multilevel_communities);
  ASSERT_LT(reached(grown_communities), in_levels - 0.01);
  const LeidenResult result = leiden(graph, {.max_iterations = 2}, RunContext());
  EXPECT_GT(result.modularity, in_levels);
  EXPECT_TRUE(testing::communities_are_connected(graph, result.partition.community_of));
}

TEST(Leiden, GivesTheSameBitsAtAnyThreadCount) {
  const Graph large = block_model(20'000);  // large enough for batches
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return leiden(large, {}, run).partition.community_of; });
  const Graph graph = block_model(2000);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return leiden(graph, {.restarts = 2}, run).partition.community_of; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return leiden(graph, {.target_communities = 12}, run).resolution; });
}

}  // namespace
}  // namespace cgsd
