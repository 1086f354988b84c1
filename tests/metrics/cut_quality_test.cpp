#include "cgsd/metrics/cut_quality.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using Classes = std::vector<std::int32_t>;

CutQuality of(const Graph& graph, const Classes& communities) { return cut_quality(graph, communities, RunContext()); }

TEST(CutQuality, IsRightOnTwoTrianglesJoinedByAnEdge) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {2, 3}});
  const CutQuality q = of(graph, {0, 0, 0, 1, 1, 1});
  EXPECT_NEAR(q.modularity, 6.0 / 7.0 - 0.5, 1e-15);
  EXPECT_NEAR(q.coverage, 6.0 / 7.0, 1e-15);
  EXPECT_NEAR(q.mean_conductance, 1.0 / 7.0, 1e-15);
  EXPECT_NEAR(q.largest_conductance, 1.0 / 7.0, 1e-15);
}

// The path 0 – 1 – 2 – 3 cut into {0}, {1, 2}, {3}: volumes 1, 4, 1 of 6; conductances 1, 2/2 and 1.
TEST(CutQuality, TakesTheSmallerSideForConductance) {
  const CutQuality q = of(testing::path_graph(4), {0, 1, 1, 2});
  EXPECT_NEAR(q.mean_conductance, 1.0, 1e-15);
  // {0, 1} and {2, 3, 4} of the path of five: volumes 3 and 5 of 8, one edge across: 1/3 both times.
  const CutQuality unequal = of(testing::path_graph(5), {0, 0, 1, 1, 1});
  EXPECT_NEAR(unequal.mean_conductance, 1.0 / 3.0, 1e-15);
}

TEST(CutQuality, GivesMeanAndMaximumOverTheCommunities) {
  const Graph graph = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 4}});
  // {0, 1}: volume 3, across 1, 1/3. {2, 3, 4}: volume 7, across 1, smaller side 3: 1/3.
  EXPECT_NEAR(of(graph, {0, 0, 1, 1, 1}).largest_conductance, 1.0 / 3.0, 1e-15);
  // {0}: 1/1. {1, 2}: volume 5, across 3, smaller side 5: 3/5. {3, 4}: volume 4, across 2: 2/4.
  const CutQuality q = of(graph, {0, 1, 1, 2, 2});
  EXPECT_NEAR(q.mean_conductance, (1.0 + 0.6 + 0.5) / 3.0, 1e-15);
  EXPECT_NEAR(q.largest_conductance, 1.0, 1e-15);
}

TEST(CutQuality, CountsWeights) {
  const EntryList list{.nodes = 3, .entries = {{0, 1}, {1, 2}}, .weights = {3.0, 1.0}};
  const CutQuality q = of(build_graph(list, {}, RunContext()).graph, {0, 0, 1});
  EXPECT_NEAR(q.coverage, 0.75, 1e-15);
  // W = 8; {0, 1}: 6/8 − (7/8)²; {2}: −(1/8)².
  EXPECT_NEAR(q.modularity, 0.75 - 49.0 / 64.0 - 1.0 / 64.0, 1e-15);
  EXPECT_NEAR(q.largest_conductance, 1.0, 1e-15);
}

// A triangle and an edge, joined: 0.001 across; the volumes are 0.061 and 0.021.
TEST(CutQuality, HasConductancesWhateverTheUnitOfWeights) {
  const RunContext run;
  const EntryList list{
      .nodes = 5, .entries = {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {2, 3}}, .weights = {0.01, 0.01, 0.01, 0.01, 0.001}};
  const Graph graph = build_graph(list, {}, run).graph;
  const std::vector<double> found = conductances(graph, std::vector<std::int32_t>{0, 0, 0, 1, 1}, run);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0], 0.001 / 0.021, 1e-12);
  EXPECT_NEAR(found[1], 0.001 / 0.021, 1e-12);
  EXPECT_NEAR(of(graph, {0, 0, 0, 1, 1}).mean_conductance, 0.001 / 0.021, 1e-12);
}

// Leicht & Newman: leaving times reaching. Entries 0→1, 0→2, 1→2, W = 3, communities {0, 1} and {2}:
// {0, 1} has 1 inside, 3 leaving, 1 reaching; {2} 0 inside, 0 leaving, 2 reaching.
TEST(CutQuality, TellsLeavingFromReachingOnADirectedGraph) {
  const Graph graph = testing::graph_of(3, {{0, 1}, {0, 2}, {1, 2}}, {.directed = true});
  const CutQuality q = of(graph, {0, 0, 1});
  EXPECT_NEAR(q.modularity, 1.0 / 3.0 - (3.0 / 3.0) * (1.0 / 3.0), 1e-15);
  EXPECT_NEAR(q.coverage, 1.0 / 3.0, 1e-15);
  EXPECT_NEAR(q.mean_conductance, 1.0, 1e-15) << "volumes 4 and 2 of 6, both entries of {2} come from outside";
}

// The slow twin: modularity as a sum over pairs of nodes, Σ_uv (A_uv − k_u k_v / W) [c_u = c_v] / W.
TEST(CutQuality, HasTheModularityOfASumOverPairs) {
  const Graph graph = testing::random_graph(40, 0.15, 7, true);
  Classes communities(40);
  for (std::size_t v = 0; v < 40; ++v) communities[v] = static_cast<std::int32_t>(v * v % 5);
  std::vector<double> strength(40, 0.0);
  double total = 0.0;
  for (NodeId u = 0; u < 40; ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) strength[u] += graph.weights()[i];
    total += strength[u];
  }
  double modularity = 0.0;
  for (NodeId u = 0; u < 40; ++u) {
    for (NodeId v = 0; v < 40; ++v) {
      const EntryIndex entry = find_entry(graph, u, v);
      const double weight = entry < graph.entries() ? graph.weights()[entry] : 0.0;
      if (communities[u] == communities[v]) modularity += (weight - strength[u] * strength[v] / total) / total;
    }
  }
  EXPECT_NEAR(of(graph, communities).modularity, modularity, 1e-12);
}

TEST(CutQuality, IsUndefinedWithoutEdges) {
  const CutQuality q = of(testing::graph_of(2, {}), {0, 1});
  EXPECT_TRUE(std::isnan(q.modularity));
  EXPECT_TRUE(std::isnan(q.coverage));
  EXPECT_TRUE(std::isnan(q.mean_conductance));
  EXPECT_TRUE(std::isnan(of(Graph(), {}).modularity));
}

TEST(CutQuality, HasNoConductanceForASingleCommunity) {
  const CutQuality q = of(testing::cycle_graph(4), {0, 0, 0, 0});
  EXPECT_NEAR(q.modularity, 0.0, 1e-15);
  EXPECT_NEAR(q.coverage, 1.0, 1e-15);
  EXPECT_TRUE(std::isnan(q.mean_conductance));
  EXPECT_TRUE(std::isnan(q.largest_conductance));
}

// An isolated node has no volume, community 1 has no node: neither counts in the mean.
TEST(CutQuality, LeavesCommunitiesWithoutVolumeOutOfTheMean) {
  const Graph graph = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_NEAR(of(graph, {0, 0, 2, 2, 3}).mean_conductance, 1.0 / 3.0, 1e-15);
}

TEST(CutQuality, RefusesWhatIsNotAPartitionOfTheNodes) {
  const auto said = [](const Classes& communities) {
    return testing::error_text<InvalidArgument>([&] { of(testing::path_graph(3), communities); });
  };
  EXPECT_EQ(said({0, 0}), "communities: one per node is needed");
  EXPECT_EQ(said({0, -1, 0}), "communities: every node must have one");
}

}  // namespace
}  // namespace cgsd
