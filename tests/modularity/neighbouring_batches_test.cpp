#include "cgsd/modularity/neighbouring_batches.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

std::size_t batch_of(const Graph& graph) { return batch_size(network_of(graph, "test", RunContext())); }

TEST(NeighbouringBatches, AreOneNodeIfTheNetworkIsSmallOrDense) {
  EXPECT_EQ(batch_of(testing::path_graph(4000)), 1u);
  EXPECT_EQ(batch_of(testing::complete_graph(300)), 1u);
}

// 10 000 nodes: a 64th of them, unless they have more neighbours than the batch should hold.
TEST(NeighbouringBatches, AreSmallBesideALargeSparseNetwork) {
  EXPECT_EQ(batch_of(testing::path_graph(10'000)), 156u);
  EXPECT_EQ(batch_of(testing::path_graph(2'000'000)), 8192u);
}

TEST(NeighbouringBatches, VisitEveryNodeOnceInAnOrderOfTheSeed) {
  for (const NodeId nodes : {1u, 100u, 16383u, 16384u, 20'001u}) {
    RandomSequence random{RandomStream(1)};
    RandomSequence same{RandomStream(1)};
    RandomSequence other{RandomStream(2)};
    std::vector<NodeId> order = random_order(nodes, random);
    EXPECT_EQ(order, random_order(nodes, same));
    EXPECT_EQ(order == random_order(nodes, other), nodes == 1);
    std::ranges::sort(order);
    EXPECT_EQ(order, each_alone(nodes));
  }
}

// A path 0 – 1 – 2 – 3 whose nodes enter as 1, 0, 3: node 0 waits for 1, node 3 has no neighbour in the batch.
TEST(NeighbouringBatches, LetWaitWhoHasANeighbourBefore) {
  const Graph graph = testing::path_graph(4);
  const auto network = network_of(graph, "test", RunContext());
  BatchTurns turns(4);
  const std::vector<NodeId> batch = {1, 0, 3};
  for (std::size_t i = 0; i < batch.size(); ++i) turns.enter(batch[i], i);
  EXPECT_FALSE(turns.must_wait(network, 1));
  EXPECT_TRUE(turns.must_wait(network, 0));
  EXPECT_FALSE(turns.must_wait(network, 3));
  turns.clear(batch);
  turns.enter(0, 0);
  EXPECT_FALSE(turns.must_wait(network, 0));
}

}  // namespace
}  // namespace cgsd
