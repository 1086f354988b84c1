#include "cgsd/levels/warm_start.hpp"

#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/metrics/agreement.hpp"

#include "tests/support/attributed_toys.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

struct Case {
  AttributedGraph input;
  ConfiguredMethod method;
  MethodResult found;
};

Case detected(const char* name, std::int32_t communities) {
  Case c{testing::three_communities(150).input, configured(name), {}};
  c.method.communities = communities;
  c.found = c.method.run(c.input, RunContext());
  return c;
}

FormerRun former_of(const std::vector<std::int32_t>& community_of) {
  FormerRun former;
  former.id_of = community_of;
  return former;
}

TEST(WarmStart, HoldsOnToCommunitiesThatFitAsWell) {
  Case c = detected("default", 3);
  std::vector<std::int32_t> before = c.found.partition.community_of;
  for (std::int32_t& id : before) id = 40 + id;
  before[0] = -1;  // a new node
  const WarmStarted started = warm_started(c.found, c.input.graph, former_of(before), RunContext());
  EXPECT_EQ(started.how, WarmStart::taken);
  EXPECT_NEAR(started.inertia, 1.0, 1e-3);
  EXPECT_GT(ari(contingency(started.result.partition.community_of, c.found.partition.community_of)), 0.99);
  EXPECT_EQ(started.result.detection->communities(), started.result.partition);
}

// The corners of a long rectangle: left and right is the best division, top and bottom one that K-means does not leave.
TEST(WarmStart, LetsGoOfCommunitiesThatDoNotFit) {
  const Matrix<double> corners(4, 2, {0, 0, 0, 1, 10, 0, 10, 1});
  const KmeansResult cold = kmeans(corners, {.clusters = 2}, RunContext());
  EXPECT_DOUBLE_EQ(cold.inertia, 1.0);
  const std::vector<std::int32_t> top_and_bottom = {3, 7, 3, 7};
  const auto warm = warm_clustering(corners, top_and_bottom, cold, RunContext());
  ASSERT_TRUE(warm.has_value());
  EXPECT_DOUBLE_EQ(warm->inertia, 100.0);
  EXPECT_FALSE(as_good(*warm, cold));
  const std::vector<std::int32_t> left_and_right = {7, 7, 3, -1};
  EXPECT_TRUE(as_good(*warm_clustering(corners, left_and_right, cold, RunContext()), cold));
}

// Faint communities of edges alone, as the vote left them: K-means by itself would move one node in ten.
TEST(WarmStart, KeepsEveryNodeOfAnUnchangedGraphIfEdgesDecide) {
  Case c{
      stochastic_block_model(
          {.nodes = 600, .communities = 4, .heterophily = 0.45, .mean_degree = 14.0, .attributes = AttributeKind::none},
          RunContext({.seed = 3}))
          .input,
      configured("default"),
      {}};
  c.method.communities = 4;
  c.found = c.method.run(c.input, RunContext());
  const WarmStarted started =
      warm_started(c.found, c.input.graph, former_of(c.found.partition.community_of), RunContext());
  EXPECT_EQ(started.how, WarmStart::taken);
  EXPECT_GT(ari(contingency(started.result.partition.community_of, c.found.partition.community_of)), 0.99);
}

// Two cliques with an edge between them and no attributes: whoever begins at the wrong side is moved by its neighbours.
TEST(WarmStart, NeighboursHaveTheLastWordIfEdgesAreAlone) {
  constexpr NodeId size = 30;
  std::vector<Entry> edges;
  for (NodeId u = 0; u < 2 * size; ++u)
    for (NodeId v = u + 1; v < 2 * size; ++v)
      if (u / size == v / size) edges.push_back({u, v});
  Case c{{build_graph({.nodes = 2 * size, .entries = edges, .weights = {}}, {}, RunContext()).graph, {}},
         configured("default"),
         {}};
  c.method.communities = 2;
  c.found = c.method.run(c.input, RunContext());
  std::vector<std::int32_t> before(2 * size, 0);
  for (std::size_t v = size - 5; v < before.size(); ++v) before[v] = 1;
  const WarmStarted started = warm_started(c.found, c.input.graph, former_of(before), RunContext());
  EXPECT_EQ(started.how, WarmStart::taken);
  EXPECT_EQ(started.result.partition, c.found.partition);
}

TEST(WarmStart, NeedsTheSameNumberAndCoordinates) {
  Case c = detected("default", 3);
  std::vector<std::int32_t> two(150, 0);
  two[1] = 1;
  EXPECT_EQ(warm_started(c.found, c.input.graph, former_of(two), RunContext()).how, WarmStart::other_number);
  Case edges = detected("louvain", 0);
  EXPECT_EQ(warm_started(edges.found, edges.input.graph, former_of(two), RunContext()).how, WarmStart::no_coordinates);
}

TEST(WarmStart, IsTheSameBitsAtAnyNumberOfThreads) {
  Case c = detected("default", 3);
  std::vector<std::int32_t> before = c.found.partition.community_of;
  std::swap(before[0], before[149]);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return warm_started(c.found, c.input.graph, former_of(before), run).result.partition.community_of;
  });
}

}  // namespace
}  // namespace cgsd
