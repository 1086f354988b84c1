#include "cgsd/detect/count/data_halves.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using Edges = std::set<std::pair<NodeId, NodeId>>;

Edges edges_of(GraphView graph) {
  Edges edges;
  for (NodeId u = 0; u < graph.nodes(); ++u)
    for (const NodeId v : graph.neighbours(u)) edges.insert({u, v});
  return edges;
}

AttributedGraph input() {
  Matrix<float> attributes(50, 31);
  for (std::size_t i = 0; i < 50; ++i)
    for (std::size_t j = 0; j < 31; ++j) attributes(i, j) = static_cast<float>(100 * i + j);
  return {testing::random_graph(50, 0.3, 4, true), attributes};
}

TEST(DataHalves, HaveEveryEdgeOnceAndBothOfItsEntries) {
  const AttributedGraph given = input();
  const auto halves = data_halves(given, RandomStream(1), RunContext());
  Edges together = edges_of(halves[0].graph);
  const Edges other = edges_of(halves[1].graph);
  EXPECT_EQ(together.size() + other.size(), given.graph.entries());
  for (const auto& [u, v] : together) EXPECT_TRUE(together.contains({v, u}));
  together.insert(other.begin(), other.end());
  EXPECT_EQ(together, edges_of(given.graph));
  EXPECT_GT(halves[0].graph.entries(), given.graph.entries() / 3);
  EXPECT_GT(halves[1].graph.entries(), given.graph.entries() / 3);
}

TEST(DataHalves, KeepTheWeights) {
  const AttributedGraph given = input();
  for (const AttributedGraph& half : data_halves(given, RandomStream(1), RunContext())) {
    for (NodeId u = 0; u < 50; ++u) {
      for (EntryIndex i = half.graph.row_begin(u); i < half.graph.row_end(u); ++i) {
        const EntryIndex whole = find_entry(given.graph, u, half.graph.targets()[i]);
        EXPECT_EQ(half.graph.weights()[i], given.graph.weights()[whole]);
      }
    }
  }
}

TEST(DataHalves, HaveEveryColumnOnce) {
  const auto halves = data_halves(input(), RandomStream(1), RunContext());
  std::multiset<float> first_row;
  for (const AttributedGraph& half : halves) {
    const auto row = half.attributes.dense().row(0);
    EXPECT_TRUE(std::ranges::is_sorted(row));
    first_row.insert(row.begin(), row.end());
  }
  EXPECT_EQ(halves[0].attributes.cols(), 15u);
  EXPECT_EQ(halves[1].attributes.cols(), 16u);
  ASSERT_EQ(first_row.size(), 31u);
  float expected = 0.0F;
  for (const float value : first_row) EXPECT_EQ(value, expected++);
}

TEST(DataHalves, TakeAGraphWithoutAttributesOrEdges) {
  const auto bare = data_halves({testing::graph_of(3, {{0, 1}}), {}}, RandomStream(1), RunContext());
  EXPECT_TRUE(bare[0].attributes.none());
  EXPECT_EQ(bare[0].graph.edges() + bare[1].graph.edges(), 1u);
  EXPECT_EQ(data_halves({testing::graph_of(3, {}), {}}, RandomStream(1), RunContext())[1].graph.nodes(), 3u);
}

TEST(DataHalves, HaveTheSameBitsAtAnyNumberOfThreads) {
  const AttributedGraph given = input();
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const auto halves = data_halves(given, RandomStream(1), run);
    return std::vector<double>(halves[0].graph.weights().begin(), halves[0].graph.weights().end());
  });
}

}  // namespace
}  // namespace cgsd
