#include "cgsd/modularity/few_communities.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

constexpr NodeId kCommunities = 7;

std::vector<NodeId> labels_of(NodeId nodes) {
  std::vector<NodeId> labels(nodes);
  for (NodeId v = 0; v < nodes; ++v) labels[v] = (v * v + 3 * v) % 11 % kCommunities;
  return labels;
}

std::vector<std::pair<NodeId, double>> row_of(const WeightedNetwork& network, NodeId c) {
  std::vector<std::pair<NodeId, double>> row;
  for (EntryIndex i = network.rows[c].begin; i < network.rows[c].end; ++i) {
    row.emplace_back(network.targets[i], network.weight(i));
  }
  return row;
}

// Weights of 1 that are written down are shrunk community by community.
TEST(FewCommunities, AreWhatTheyAreForWrittenWeightsOfOneInTheSameOrder) {
  const Graph graph = testing::random_graph(500, 0.1, 1, false);
  const WeightedNetwork network = network_of(graph, "test", RunContext());
  ASSERT_TRUE(shrinks_to_few(network, kCommunities));
  const std::vector<double> ones(graph.entries(), 1.0);
  WeightedNetwork written = network_of(graph, "test", RunContext());
  written.weights = ones;
  ASSERT_FALSE(shrinks_to_few(written, kCommunities));

  const std::vector<NodeId> labels = labels_of(500);
  const WeightedNetwork few = shrunk_to_few(network, labels, kCommunities, RunContext());
  const WeightedNetwork slow = aggregated(written, labels, kCommunities, RunContext());
  EXPECT_EQ(few.inside, slow.inside);
  EXPECT_EQ(few.strength, slow.strength);
  EXPECT_EQ(few.total, slow.total);
  EXPECT_EQ(few.entries, slow.entries);
  for (NodeId c = 0; c < kCommunities; ++c) EXPECT_EQ(row_of(few, c), row_of(slow, c)) << c;
}

TEST(FewCommunities, AreFewBesideTheEntriesAndHaveNoWeights) {
  const Graph graph = testing::random_graph(500, 0.1, 1, false);
  const WeightedNetwork network = network_of(graph, "test", RunContext());
  EXPECT_FALSE(shrinks_to_few(network, 500));
  const Graph weighted = testing::random_graph(500, 0.1, 1, true);
  EXPECT_FALSE(shrinks_to_few(network_of(weighted, "test", RunContext()), 2));
}

TEST(FewCommunities, AreTheSameAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(500, 0.1, 1, false);
  const std::vector<NodeId> labels = labels_of(500);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const WeightedNetwork few = shrunk_to_few(network_of(graph, "test", run), labels, kCommunities, run);
    std::vector<double> values = few.inside;
    for (NodeId c = 0; c < kCommunities; ++c) {
      for (const auto& [other, weight] : row_of(few, c)) values.insert(values.end(), {1.0 * other, weight});
    }
    return values;
  });
}

}  // namespace
}  // namespace cgsd
