#include "cgsd/detect/count/beyond_chance.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/attributes/resampling.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/graph/rewiring.hpp"

#include "tests/support/shared_data.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

SbmOptions nothing_planted() {
  return {.nodes = 400,
          .communities = 1,
          .heterophily = 0.0,
          .mean_degree = 10.0,
          .dimensions = 30,
          .coupling = Coupling::independent,
          .signal = 0.0};
}

TEST(BeyondChance, IsNothingInARandomGraphWithNoise) {
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const BeyondChance found =
        beyond_chance(stochastic_block_model(nothing_planted(), RunContext({.seed = seed})).input, RunContext());
    EXPECT_FALSE(found.any()) << found.attributes << " " << found.edges << " " << found.both;
  }
}

TEST(BeyondChance, IsNothingInHeavyTailedDegreesWithRareWords) {
  SbmOptions options = nothing_planted();
  options.degrees = DegreeModel::power_law;
  options.attributes = AttributeKind::words;
  options.dimensions = 500;
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const BeyondChance found =
        beyond_chance(stochastic_block_model(options, RunContext({.seed = seed})).input, RunContext());
    EXPECT_FALSE(found.any()) << found.attributes << " " << found.edges << " " << found.both;
  }
}

// Nodes of which nothing is known are no community, though their rows are all alike.
TEST(BeyondChance, IsNothingInNoiseOfWhichRowsAreMissing) {
  const Dataset sbm = stochastic_block_model(nothing_planted(), RunContext());
  Matrix<float> x = sbm.input.attributes.dense();
  for (std::size_t i = 0; i < x.rows(); i += 3)
    for (float& value : x.row(i)) value = 0.0F;
  for (float& value : x.values()) value += value != 0.0F ? 3.0F : 0.0F;  // as of columns that are not centred
  const BeyondChance found = beyond_chance(AttributedGraph{sbm.input.graph, x}, RunContext());
  EXPECT_FALSE(found.any()) << found.attributes << " " << found.edges << " " << found.both;
}

TEST(BeyondChance, SeesEdges) {
  EXPECT_GT(beyond_chance(karate_club(RunContext()).input, RunContext()).edges, BeyondChance::kEnough);
  SbmOptions options = nothing_planted();
  options.communities = 4;
  options.heterophily = 0.3;
  const BeyondChance found = beyond_chance(stochastic_block_model(options, RunContext()).input, RunContext());
  EXPECT_GT(found.edges, BeyondChance::kEnough);
  EXPECT_TRUE(std::isnan(found.attributes)) << "one figure is enough";
}

TEST(BeyondChance, SeesAttributes) {
  SbmOptions options = nothing_planted();
  options.communities = 4;
  options.heterophily = 0.75;
  options.signal = 1.0;
  const BeyondChance found = beyond_chance(stochastic_block_model(options, RunContext()).input, RunContext());
  EXPECT_GT(found.attributes, BeyondChance::kEnough);
  EXPECT_LT(found.edges, BeyondChance::kEnough);
}

// 19 groups that show in a column each, of 64; permuting columns leaves their variances, in which the groups show.
TEST(BeyondChance, SeesGroupsThatShowInAColumnEach) {
  SbmOptions options = nothing_planted();
  options.nodes = 2000;
  options.communities = 19;
  options.heterophily = 18.0 / 19.0;
  options.dimensions = 64;
  options.signal = 1.0;
  options.noise = 1.8;
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const Dataset data = stochastic_block_model(options, RunContext({.seed = seed}));
    EXPECT_GT(beyond_chance(data.input, RunContext()).attributes, 2.0 * BeyondChance::kEnough);
  }
}

// Beyond 20 000 nodes one rewired copy may be enough.
TEST(BeyondChance, TellsLargeGraphsApartToo) {
  SbmOptions options = nothing_planted();
  options.nodes = 21'000;
  options.mean_degree = 10.0;
  options.attributes = AttributeKind::none;
  EXPECT_FALSE(beyond_chance(stochastic_block_model(options, RunContext()).input, RunContext()).any());
  options.communities = 4;
  options.heterophily = 0.3;
  EXPECT_TRUE(beyond_chance(stochastic_block_model(options, RunContext()).input, RunContext()).any());
}

// Ends of edges joined at random; loops and repeats are dropped. Degrees are at least 5 and fall as d^−2.2, so that the
// hubs have more edges than there is room for between them.
std::vector<Entry> hubs_joined_at_random(NodeId nodes, std::uint64_t seed) {
  RandomSequence random(RandomStream(seed).named("hubs"));
  std::vector<NodeId> ends;
  for (NodeId u = 0; u < nodes; ++u) {
    const double degree = 5.0 * std::pow(random.uniform_positive(), -1.0 / 1.2);
    ends.insert(ends.end(), static_cast<std::size_t>(std::min(degree, nodes / 4.0)), u);
  }
  shuffle(std::span(ends), random);
  std::vector<Entry> entries;
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) entries.push_back({ends[i], ends[i + 1]});
  return entries;
}

// Copies in which hubs were joined many times made such graphs look as if groups avoided each other.
TEST(BeyondChance, IsNothingInARandomGraphWhoseHubsHaveNoRoomForAllTheirEdges) {
  for (const NodeId nodes : {8000U, 21'000U}) {
    const Graph graph = build_graph({nodes, hubs_joined_at_random(nodes, nodes), {}}, {}, RunContext()).graph;
    EXPECT_FALSE(beyond_chance({graph, {}}, RunContext()).any()) << nodes;
    const Graph another = rewired(graph, RandomStream(7), RunContext());
    EXPECT_FALSE(beyond_chance({another, {}}, RunContext()).any()) << nodes << ", every such graph equally likely";
  }
}

// Four groups; the second end of an edge is moved to the group of the first with probability 0.4.
TEST(BeyondChance, SeesGroupsAmongHubs) {
  for (const NodeId nodes : {3000U, 21'000U}) {
    std::vector<Entry> entries = hubs_joined_at_random(nodes, nodes);
    RandomSequence random(RandomStream(1).named("groups"));
    for (Entry& e : entries)
      if (random.uniform() < 0.4) e.target = std::min(e.target - e.target % 4 + e.source % 4, nodes - 1);
    const Graph graph = build_graph({nodes, entries, {}}, {}, RunContext()).graph;
    EXPECT_TRUE(beyond_chance({graph, {}}, RunContext()).any()) << nodes;
  }
}

TEST(BeyondChance, SaysNothingOfGraphsTooSmallToTell) {
  EXPECT_FALSE(beyond_chance({testing::graph_of(3, {{0, 1}, {1, 2}}), {}}, RunContext()).any());
  EXPECT_FALSE(beyond_chance({testing::graph_of(0, {}), {}}, RunContext()).any());
  EXPECT_FALSE(beyond_chance({testing::graph_of(20, {}), Matrix<float>(20, 3)}, RunContext()).any());
}

TEST(BeyondChance, DoesNotDependOnTheSeedOrTheThreads) {
  const Dataset data = stochastic_block_model(nothing_planted(), RunContext());
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const BeyondChance found = beyond_chance(data.input, run);
    return std::vector<double>{found.edges, found.attributes, found.both};
  });
}

}  // namespace
}  // namespace cgsd
