#include "cgsd/modularity/local_moving.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/modularity/neighbouring_batches.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

std::uint64_t move(const Graph& graph, double resolution, std::vector<NodeId>& community_of, std::uint64_t seed = 0) {
  RandomSequence random{RandomStream(seed)};
  return move_nodes(network_of(graph, "test", RunContext()), {.resolution = resolution}, community_of, random,
                    RunContext());
}

TEST(LocalMoving, JoinsTheEndsOfAnEdgeInOneMoveAndLeavesTheLonelyNodeAlone) {
  std::vector<NodeId> community_of = {0, 1, 2};
  EXPECT_EQ(move(testing::graph_of(3, {{0, 2}}), 1.0, community_of), 1u);
  EXPECT_EQ(community_of[0], community_of[2]);
  EXPECT_EQ(community_of[1], 1u);
}

TEST(LocalMoving, DoesNotTouchWhatIsBest) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}});
  std::vector<NodeId> triangles = {4, 4, 4, 1, 1, 1};
  EXPECT_EQ(move(graph, 1.0, triangles), 0u);
  EXPECT_THAT(triangles, ElementsAre(4u, 4u, 4u, 1u, 1u, 1u));
}

// K4 at γ = 4: with the three others a node gains 3 − 4 · 3 · 9 / 12 = −6, with one of them 1 − 4 · 3 · 3 / 12 = −2.
TEST(LocalMoving, LetsANodeLeaveForACommunityOfItsOwn) {
  std::vector<NodeId> community_of(4, 0);
  EXPECT_EQ(move(testing::complete_graph(4), 4.0, community_of), 3u);
  EXPECT_EQ(std::set<NodeId>(community_of.begin(), community_of.end()).size(), 4u);
}

// A tie: the middle of a path of three gains as much on either side. At γ = 4/3 joining at all gains 1 − γ · 2 / 4 > 0.
TEST(LocalMoving, StaysOnATie) {
  std::vector<NodeId> community_of = {0, 0, 2};
  EXPECT_EQ(move(testing::path_graph(3), 4.0 / 3.0, community_of), 0u);
  EXPECT_THAT(community_of, ElementsAre(0u, 0u, 2u));
}

// A node is looked at again when a neighbour has moved, so that a second call finds little left to do (without
// that, a quarter of the moves).
TEST(LocalMoving, LeavesLittleForASecondCall) {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Graph graph = testing::random_graph(200, 0.03, seed);
    std::vector<NodeId> community_of = each_alone(200);
    first += move(graph, 1.0, community_of, seed);
    second += move(graph, 1.0, community_of, seed + 1000);
  }
  EXPECT_LT(static_cast<double>(second), static_cast<double>(first) / 8.0);
}

TEST(LocalMoving, RaisesModularityWheneverItMoves) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Graph graph = testing::random_graph(60, 0.08, seed, seed % 2 == 1);
    const auto network = network_of(graph, "test", RunContext());
    std::vector<NodeId> community_of(60);
    RandomSequence random{RandomStream(seed)};
    for (NodeId& c : community_of) c = static_cast<NodeId>(random.below(7));
    const double resolution = 0.25 * static_cast<double>(1 + seed % 8);
    const double before = modularity(network, community_of, resolution, RunContext());
    EXPECT_GT(move(graph, resolution, community_of, seed), 0u);
    const double after = modularity(network, community_of, resolution, RunContext());
    EXPECT_GT(after, before);
    if (move(graph, resolution, community_of, seed + 1) > 0) {
      EXPECT_GT(modularity(network, community_of, resolution, RunContext()), after);
    }
  }
}

// Large and sparse: nodes choose in batches.
TEST(LocalMoving, RaisesModularityInBatchesToo) {
  const Graph graph = testing::random_graph(9000, 0.001, 3, true);
  const auto network = network_of(graph, "test", RunContext());
  ASSERT_GT(batch_size(network), 1u);
  std::vector<NodeId> community_of = each_alone(9000);
  double reached = modularity(network, community_of, 1.0, RunContext());
  EXPECT_GT(move(graph, 1.0, community_of), 4000u);
  EXPECT_GT(modularity(network, community_of, 1.0, RunContext()), reached + 0.1);
  while (move(graph, 1.0, community_of) > 0) continue;
  reached = modularity(network, community_of, 1.0, RunContext());
  // At rest: none of some nodes gains by a move to a community around it.
  for (NodeId v = 0; v < 9000; v += 450) {
    for (const NodeId u : network.neighbours(v)) {
      std::vector<NodeId> moved = community_of;
      moved[v] = community_of[u];
      EXPECT_LE(modularity(network, moved, 1.0, RunContext()), reached + 1e-12);
    }
  }
}

TEST(LocalMoving, EndsWithTheFirstSweepThatMovesFew) {
  const Graph graph = testing::random_graph(400, 0.02, 1);
  const auto network = network_of(graph, "test", RunContext());
  const auto moves = [&](double patience) {
    std::vector<NodeId> community_of = each_alone(400);
    RandomSequence random{RandomStream(1)};
    return move_nodes(network, {.patience = patience}, community_of, random, RunContext());
  };
  EXPECT_LT(moves(1.0), moves(0.1));
  EXPECT_LT(moves(0.1), moves(0.0));
}

TEST(LocalMoving, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::random_graph(9000, 0.001, 7, true);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    std::vector<NodeId> community_of = each_alone(9000);
    RandomSequence random{RandomStream(1)};
    move_nodes(network_of(graph, "test", run), {}, community_of, random, run);
    return community_of;
  });
}

}  // namespace
}  // namespace cgsd
