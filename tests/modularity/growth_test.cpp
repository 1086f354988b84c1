#include "cgsd/modularity/growth.hpp"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/generators.hpp"
#include "cgsd/modularity/local_moving.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

std::vector<NodeId> grow(const Graph& graph, const RunContext& run = RunContext()) {
  RandomSequence random{RandomStream(1)};
  return grown_groups(network_of(graph, "test", run), 1.0, random, run);
}

// Ten communities of 2000 nodes, seven of ten edges inside.
Dataset planted() {
  return stochastic_block_model(
      {.nodes = 20'000, .communities = 10, .heterophily = 0.3, .mean_degree = 20.0, .attributes = AttributeKind::none},
      RunContext());
}

// The share of nodes whose class is the most frequent one of their group.
double purity(const std::vector<NodeId>& group_of, const std::vector<std::int32_t>& class_of) {
  std::map<NodeId, std::map<std::int32_t, std::size_t>> counts;
  for (std::size_t v = 0; v < group_of.size(); ++v) ++counts[group_of[v]][class_of[v]];
  std::size_t most = 0;
  for (const auto& [group, classes] : counts) {
    most += std::ranges::max_element(classes, {}, [](const auto& c) { return c.second; })->second;
  }
  return static_cast<double>(most) / static_cast<double>(group_of.size());
}

// Single moves by modularity alone end in thousands of groups of a few nodes.
TEST(Growth, FindsFewGroupsThatLieWithinPlantedCommunities) {
  const Dataset made = planted();
  std::vector<NodeId> groups = grow(made.input.graph);
  EXPECT_GT(purity(groups, made.labels.class_of), 0.9);
  EXPECT_LT(renumber(groups), 200u);
  std::vector<NodeId> moved = each_alone(20'000);
  RandomSequence random{RandomStream(1)};
  const auto network = network_of(made.input.graph, "test", RunContext());
  move_nodes(network, {.patience = 0.1}, moved, random, RunContext());
  EXPECT_GT(renumber(moved), 5000u);
}

TEST(Growth, LeavesNodesWithoutEdgesAloneAndJoinsNothingAcrossComponents) {
  const std::vector<NodeId> groups = grow(testing::graph_of(7, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}));
  EXPECT_EQ(groups[6], 6u);
  for (const NodeId v : {0u, 1u, 2u}) EXPECT_LT(groups[v], 3u);
  for (const NodeId v : {3u, 4u, 5u}) EXPECT_TRUE(groups[v] >= 3u && groups[v] < 6u);
}

TEST(Growth, GivesTheSameBitsAtAnyThreadCount) {
  const Graph graph = planted().input.graph;
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) { return grow(graph, run); });
}

}  // namespace
}  // namespace cgsd
