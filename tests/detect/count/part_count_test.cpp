#include "cgsd/detect/count/part_count.hpp"

#include <gtest/gtest.h>

#include "cgsd/detect/count/count_communities.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

Graph cliques(NodeId count, NodeId size, NodeId isolated = 0) {
  std::vector<Entry> edges;
  for (NodeId u = 0; u < count * size; ++u)
    for (NodeId v = u + 1; v < (u / size + 1) * size; ++v) edges.push_back({u, v});
  return build_graph({.nodes = count * size + isolated, .entries = edges, .weights = {}}, {}, RunContext()).graph;
}

TEST(PartCount, CountsThePartsOfAGraphThatFallsApart) {
  for (const NodeId count : {20, 60, 100}) {
    const PartCount found = count_by_parts(cliques(count, 3, 7), 100, RunContext());
    EXPECT_EQ(found.communities, static_cast<std::int32_t>(count));
    EXPECT_LT(found.by_chance, 0.5 * count);
  }
}

TEST(PartCount, IsNoneIfThereAreMoreThanAllowed) {
  const PartCount found = count_by_parts(cliques(40, 4), 39, RunContext());
  EXPECT_EQ(found.communities, 0);
  EXPECT_EQ(found.parts, 40);
}

// Pairs stay pairs however they are rewired; few edges leave many parts.
TEST(PartCount, IsNoneIfChanceMakesAsMany) {
  EXPECT_EQ(count_by_parts(cliques(50, 2), 100, RunContext()).communities, 0);
  for (const std::uint64_t seed : {0U, 1U, 2U, 3U, 4U}) {
    const SbmOptions sparse{.nodes = 200, .communities = 1, .heterophily = 0.0, .mean_degree = 0.8};
    const auto input = stochastic_block_model(sparse, RunContext({.seed = seed})).input;
    const PartCount found = count_by_parts(input.graph, 100, RunContext());
    EXPECT_EQ(found.communities, 0) << found.parts << " parts, " << found.by_chance << " by chance";
  }
}

TEST(PartCount, CrumbsBesideAGraphAreNoParts) {
  std::vector<Entry> edges;
  for (NodeId u = 0; u < 30; ++u)
    for (NodeId v = u + 1; v < 30; ++v) edges.push_back({u, v});
  for (NodeId u = 30; u < 50; u += 2) edges.push_back({u, u + 1});
  const Graph graph = build_graph({.nodes = 50, .entries = edges, .weights = {}}, {}, RunContext()).graph;
  EXPECT_EQ(count_by_parts(graph, 100, RunContext()).communities, 0);
}

TEST(PartCount, IsTheNumberThatIsChosen) {
  const AttributedGraph triangles{cliques(100, 3), {}};
  const CommunityCount count = count_communities(triangles, DetectOptions{}, RunContext());
  EXPECT_EQ(count.communities, 100);
  EXPECT_EQ(count.reason, CountReason::parts);
}

TEST(PartCount, HasTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = cliques(40, 4);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return std::vector<double>{count_by_parts(graph, 100, run).by_chance}; });
}

}  // namespace
}  // namespace cgsd
