#include "cgsd/detect/edge_refinement.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using Pairs = std::vector<Entry>;

Graph graph_of(NodeId nodes, const Pairs& edges) {
  return build_graph({.nodes = nodes, .entries = edges, .weights = {}}, {}, RunContext()).graph;
}

// Nodes 0 … size − 1 are one group, size … 2 size − 1 the other; all pairs within, or all pairs across.
Pairs cliques(NodeId size) {
  Pairs edges;
  for (const NodeId first : {NodeId{0}, size})
    for (NodeId u = first; u < first + size; ++u)
      for (NodeId v = u + 1; v < first + size; ++v) edges.push_back({u, v});
  edges.push_back({0, size});
  return edges;
}

Pairs bipartite(NodeId size) {
  Pairs edges;
  for (NodeId u = 0; u < size; ++u)
    for (NodeId v = size; v < 2 * size; ++v) edges.push_back({u, v});
  return edges;
}

Partition two_halves(std::size_t size) {
  Partition partition{std::vector<std::int32_t>(2 * size, 0), 2};
  for (std::size_t v = size; v < 2 * size; ++v) partition.community_of[v] = 1;
  return partition;
}

TEST(EdgeRefinement, BringsANodeBackToItsNeighbours) {
  const Graph graph = graph_of(16, cliques(8));
  Partition wrong = two_halves(8);
  wrong.community_of[3] = 1;
  const EdgeRefinement refined = refined_by_edges(graph, wrong, RunContext());
  EXPECT_EQ(refined.partition, two_halves(8));
  EXPECT_GE(refined.rounds, 1);
}

TEST(EdgeRefinement, TurnsANodeAwayFromItsNeighboursIfGroupsAvoidThemselves) {
  const Graph graph = graph_of(16, bipartite(8));
  Partition wrong = two_halves(8);
  wrong.community_of[3] = 1;
  EXPECT_EQ(refined_by_edges(graph, wrong, RunContext()).partition, two_halves(8));
}

TEST(EdgeRefinement, LeavesWhatIsRightAndNodesWithoutEdges) {
  const Graph graph = graph_of(17, cliques(8));
  Partition right = two_halves(8);
  right.community_of.push_back(1);
  const EdgeRefinement refined = refined_by_edges(graph, right, RunContext());
  EXPECT_EQ(refined.rounds, 0);
  for (std::size_t v = 0; v < 16; ++v)
    EXPECT_EQ(refined.partition.community_of[v] == refined.partition.community_of[16], v >= 8);
}

// All nodes are alike: whatever the votes, nobody's community vanishes.
TEST(EdgeRefinement, KeepsEveryCommunity) {
  Pairs edges;
  for (NodeId u = 0; u < 12; ++u)
    for (NodeId v = u + 1; v < 12; ++v) edges.push_back({u, v});
  const Graph graph = graph_of(12, edges);
  const Partition start{{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2}, 3};
  EXPECT_EQ(refined_by_edges(graph, start, RunContext()).partition.communities, 3);
}

// Two edges, each within a community of its own: 2 · 2 ln (2 / (2 · 2)).
TEST(EdgeRefinement, TheLikelihoodOfEdgesByHand) {
  const Graph graph = graph_of(4, {{0, 1}, {2, 3}});
  EXPECT_NEAR(edge_likelihood(graph, {{0, 0, 1, 1}, 2}, RunContext()), -4.0 * std::log(2.0), 1e-12);
  EXPECT_NEAR(edge_likelihood(graph, {{0, 0, 0, 0}, 1}, RunContext()), -4.0 * std::log(4.0), 1e-12);
}

// The figures by hand: two points of community 0 at 0 and 2, one of community 1 at 5.
TEST(EdgeRefinement, CentresAndInertiaAreThoseOfItsCommunities) {
  const Matrix<double> points(3, 1, {0.0, 2.0, 5.0});
  const KmeansResult r = with_communities({}, {{0, 0, 1}, 2}, points, RunContext());
  EXPECT_EQ(r.partition.community_of, (std::vector<std::int32_t>{0, 0, 1}));
  EXPECT_NEAR(r.centres(0, 0), 1.0, 1e-12);
  EXPECT_NEAR(r.centres(1, 0), 5.0, 1e-12);
  EXPECT_NEAR(r.inertia, 2.0, 1e-12);
}

TEST(EdgeRefinement, HasTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = graph_of(600, cliques(300));
  Partition wrong = two_halves(300);
  for (std::size_t v = 0; v < 300; v += 7) wrong.community_of[v] = 1;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return refined_by_edges(graph, wrong, run).partition.community_of; });
}

}  // namespace
}  // namespace cgsd
