#include "cgsd/modularity/refinement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/communities_check.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

Refined refine(const Graph& graph, const std::vector<NodeId>& community_of, const RefinementSettings& settings,
               std::uint64_t seed) {
  RandomSequence random{RandomStream(seed)};
  return refined(network_of(graph, "test", RunContext()), community_of, settings, random, RunContext());
}

TEST(Refinement, FindsConnectedPiecesWithinTheCommunities) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph graph = testing::random_graph(50, 0.08, seed, seed % 2 == 1);
    RandomSequence random{RandomStream(seed)};
    std::vector<NodeId> community_of(50);
    for (NodeId& c : community_of) c = static_cast<NodeId>(random.below(5));
    for (const double randomness : {0.0, 0.01, 1e6}) {
      const auto [piece_of, pieces] = refine(graph, community_of, {.randomness = randomness}, seed);
      EXPECT_TRUE(testing::communities_are_connected(graph, {piece_of.begin(), piece_of.end()}));
      for (NodeId u = 0; u < 50; ++u) {
        EXPECT_LT(piece_of[u], pieces);
        for (NodeId v = 0; v < u; ++v) EXPECT_TRUE(piece_of[u] != piece_of[v] || community_of[u] == community_of[v]);
      }
    }
  }
}

TEST(Refinement, SplitsACommunityOfTwoTrianglesInTwo) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}});
  const auto [piece_of, pieces] = refine(graph, std::vector<NodeId>(6, 3), {.resolution = 0.1, .randomness = 0.0}, 1);
  EXPECT_EQ(pieces, 2u);
  EXPECT_EQ(piece_of, (std::vector<NodeId>{0, 0, 0, 1, 1, 1}));
}

// The same at γ = 1: two nodes of a triangle are one piece with weight 2 < 4 · 8 / 12 to the rest of the community.
// They are not well connected, so the third node stays alone although it would gain 2 − 2 · 4 / 12.
TEST(Refinement, JoinsNoPieceThatIsNotWellConnected) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_EQ(refine(graph, std::vector<NodeId>(6, 3), {.randomness = 0.0}, seed).pieces, 4u);
  }
}

// Two K4 in one community, γ = 0.85: two nodes have weight 4 ≥ 0.85 · 6 · 18 / 24 = 3.83 to the rest, so a third joins;
// three have 3 < 0.85 · 9 · 15 / 24 = 4.78, so the fourth stays alone.
TEST(Refinement, FollowsHowWellAPieceIsConnectedWhileItGrows) {
  EntryList list{.nodes = 8, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < 8; ++u) {
    for (NodeId v = u + 1; v < 8; ++v) {
      if (u / 4 == v / 4) list.entries.push_back({u, v});
    }
  }
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto pieces = refine(graph, std::vector<NodeId>(8, 0), {.resolution = 0.85, .randomness = 0.0}, seed);
    EXPECT_THAT(community_sizes(partition_of(pieces.piece_of)), ::testing::ElementsAre(3, 3, 1, 1));
  }
}

// One edge, W = 2: a node gains 1 − 1 · 1 · 1 / 2 = ½ by joining the other, and each may stay alone with probability
// 1 / (1 + exp(½ / θ)). At θ = ½ both do with probability (1 / (1 + e))² = 0.0723.
TEST(Refinement, DrawsWithTheProbabilitiesOfTheFormula) {
  const Graph graph = testing::path_graph(2);
  int apart = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    if (refine(graph, {0, 0}, {.randomness = 0.5}, seed).pieces == 2) ++apart;
  }
  EXPECT_NEAR(apart / 4000.0, 0.0723, 4.0 * 0.0041);  // four standard deviations
}

// At γ = 3 a node of K4 has weight 3 < 3 · 3 · 9 / 12 = 6.75 to the rest: not well connected, so it stays alone.
TEST(Refinement, LeavesNodesAloneThatAreNotWellConnected) {
  EXPECT_EQ(refine(testing::complete_graph(4), {0, 0, 0, 0}, {.resolution = 3.0}, 1).pieces, 4u);
}

}  // namespace
}  // namespace cgsd
