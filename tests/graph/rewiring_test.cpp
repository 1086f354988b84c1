#include "cgsd/graph/rewiring.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// Two groups of 100 nodes, joined within only.
Graph two_groups(bool weighted) {
  EntryList list{.nodes = 200, .entries = {}, .weights = {}};
  for (const Entry& e : testing::random_entries(100, 0.2, 7).entries) {
    list.entries.push_back(e);
    list.entries.push_back({e.source + 100, e.target + 100});
  }
  if (weighted) list.weights.assign(list.entries.size(), 2.5);
  return build_graph(list, {}, RunContext()).graph;
}

double share_across(GraphView graph) {
  double across = 0.0;
  for (NodeId u = 0; u < graph.nodes(); ++u)
    for (const NodeId v : graph.neighbours(u)) across += (u < 100) != (v < 100) ? 1.0 : 0.0;
  return across / static_cast<double>(graph.entries());
}

TEST(Rewired, ForgetsTheGroups) {
  const Graph given = two_groups(false);
  ASSERT_EQ(share_across(given), 0.0);
  EXPECT_NEAR(share_across(rewired(given, RandomStream(1), RunContext())), 0.5, 0.05);
}

// Loops and repeats cost a few edges: with mean degree 20 of 200 nodes, some five in a hundred.
TEST(Rewired, KeepsNearlyEveryDegree) {
  const Graph given = two_groups(false);
  const Graph made = rewired(given, RandomStream(1), RunContext());
  EXPECT_LE(made.entries(), given.entries());
  EXPECT_GT(static_cast<double>(made.entries()), 0.85 * static_cast<double>(given.entries()));
  for (NodeId u = 0; u < given.nodes(); ++u) EXPECT_LE(made.degree(u), given.degree(u)) << u;
}

TEST(Rewired, AddsTheWeightsOfEdgesThatMeet) {
  const Graph given = two_groups(true);
  const Graph made = rewired(given, RandomStream(1), RunContext());
  for (const double weight : made.weights()) EXPECT_NEAR(std::fmod(weight, 2.5), 0.0, 1e-12);
  const auto total = [](const Graph& g) { return std::accumulate(g.weights().begin(), g.weights().end(), 0.0); };
  EXPECT_LE(total(made), total(given));
  EXPECT_GT(total(made), 0.95 * total(given));  // loops alone are lost
}

TEST(Rewired, DependsOnItsStreamAlone) {
  const Graph given = two_groups(false);
  EXPECT_EQ(rewired(given, RandomStream(1), RunContext({.seed = 1})),
            rewired(given, RandomStream(1), RunContext({.seed = 2})));
  EXPECT_FALSE(rewired(given, RandomStream(1), RunContext()) == rewired(given, RandomStream(2), RunContext()));
}

// More than a million entries: shuffled in piles.
TEST(Rewired, DoesTheSameToManyEdges) {
  const NodeId half = 10'500;
  EntryList list{.nodes = 2 * half, .entries = {}, .weights = {}};
  RandomSequence random(RandomStream(5));
  for (int i = 0; i < 600'000; ++i) {
    const auto first = static_cast<NodeId>(i % 2) * half;
    list.entries.push_back(
        {first + static_cast<NodeId>(random.below(half)), first + static_cast<NodeId>(random.below(half))});
  }
  const Graph given = build_graph(list, {}, RunContext()).graph;
  const Graph made = rewired(given, RandomStream(1), RunContext());
  EXPECT_FALSE(made.weighted());
  EXPECT_GT(static_cast<double>(made.entries()), 0.99 * static_cast<double>(given.entries()));
  std::vector<std::uint64_t> across(4, 0);  // by quarters of the nodes, so that no part keeps its old neighbours
  for (NodeId u = 0; u < given.nodes(); ++u) {
    ASSERT_LE(made.degree(u), given.degree(u));
    for (const NodeId v : made.neighbours(u)) across[u * 4ULL / given.nodes()] += (u < half) != (v < half) ? 1 : 0;
  }
  for (const std::uint64_t count : across)
    EXPECT_NEAR(static_cast<double>(count) / static_cast<double>(made.entries()), 0.125, 0.002);
  EXPECT_EQ(made, rewired(given, RandomStream(1), RunContext({.workers = 1})));
  EXPECT_FALSE(made == rewired(given, RandomStream(2), RunContext()));
}

TEST(Rewired, TakesAGraphWithoutEdges) {
  EXPECT_EQ(rewired(testing::graph_of(3, {}), RandomStream(1), RunContext()).entries(), 0u);
}

}  // namespace
}  // namespace cgsd
