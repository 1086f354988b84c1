#include "cgsd/detect/block_vote.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;

TEST(BlockVote, FollowsAlikeNeighbours) {
  // two triangles
  const BlockVote vote(graph_of(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}), {{0, 0, 0, 1, 1, 1}, 2},
                       RunContext());
  const std::vector<std::int32_t> around = {1};
  // shares of 1 among neighbours: of 0 (0 + 1) / (6 + 2), of 1 (6 + 1) / (6 + 2); sizes equal: 1/8 and 7/8
  EXPECT_EQ(vote(around).community, 1);
  EXPECT_NEAR(vote(around).margin, 6.0 / 8.0, 1e-12);
}

TEST(BlockVote, TurnsAwayFromUnlikeNeighbours) {
  // complete bipartite, 2 and 3
  const BlockVote vote(graph_of(5, {{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}), {{1, 1, 0, 0, 0}, 2},
                       RunContext());
  EXPECT_EQ(vote(std::vector<std::int32_t>{0, 0}).community, 1);
  EXPECT_EQ(vote(std::vector<std::int32_t>{1}).community, 0);
}

TEST(BlockVote, IsSureWhereThereIsOneCommunity) {
  const BlockVote vote(graph_of(2, {{0, 1}}), {{0, 0}, 1}, RunContext());
  EXPECT_EQ(vote(std::vector<std::int32_t>{0}).community, 0);
  EXPECT_EQ(vote(std::vector<std::int32_t>{0}).margin, 1.0);
}

TEST(BlockVote, CountsTheFirstNodesOnly) {
  // node 2 is beyond the partition
  const BlockVote vote(graph_of(3, {{0, 2}, {1, 2}}), {{0, 1}, 2}, RunContext());
  EXPECT_NEAR(vote(std::vector<std::int32_t>{1}).margin, 0.0, 1e-12);
}

// Two triangles joined by 2 – 3: shares of 1 among the neighbours of 0 are (1 + 1) / (7 + 2), of 1 (6 + 1) / (7 + 2).
// Node 2 has neighbours in 0, 0 and 1.
TEST(BlockFit, WeighsTheNeighboursByTheRootOfTheirNumber) {
  const Graph graph = graph_of(7, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {2, 3}});
  const Partition partition{{0, 0, 0, 1, 1, 1, 1}, 2};
  const BlockFit fit(graph, partition, RunContext());
  const double first = std::exp(std::log(7.0 / 9.0 * 7.0 / 9.0 * 2.0 / 9.0) / std::sqrt(3.0));
  const double second = std::exp(std::log(2.0 / 9.0 * 2.0 / 9.0 * 7.0 / 9.0) / std::sqrt(3.0));
  EXPECT_NEAR(fit.share(2, 0), first / (first + second), 1e-12);
  EXPECT_NEAR(fit.share(2, 1), second / (first + second), 1e-12);
  EXPECT_EQ(fit.share(6, 0), 0.5) << "no neighbours: all alike";
}

}  // namespace
}  // namespace cgsd
