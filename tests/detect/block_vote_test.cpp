#include "cgsd/detect/block_vote.hpp"

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;

TEST(BlockVote, FollowsAlikeNeighbours) {
  // two triangles
  const BlockVote vote(graph_of(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}), {{0, 0, 0, 1, 1, 1}, 2});
  const std::vector<std::int32_t> around = {1};
  // shares of 1 among neighbours: of 0 (0 + 1) / (6 + 2), of 1 (6 + 1) / (6 + 2); sizes equal: 1/8 and 7/8
  EXPECT_EQ(vote(around).community, 1);
  EXPECT_NEAR(vote(around).margin, 6.0 / 8.0, 1e-12);
}

TEST(BlockVote, TurnsAwayFromUnlikeNeighbours) {
  // complete bipartite, 2 and 3
  const BlockVote vote(graph_of(5, {{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}), {{1, 1, 0, 0, 0}, 2});
  EXPECT_EQ(vote(std::vector<std::int32_t>{0, 0}).community, 1);
  EXPECT_EQ(vote(std::vector<std::int32_t>{1}).community, 0);
}

TEST(BlockVote, IsSureWhereThereIsOneCommunity) {
  const BlockVote vote(graph_of(2, {{0, 1}}), {{0, 0}, 1});
  EXPECT_EQ(vote(std::vector<std::int32_t>{0}).community, 0);
  EXPECT_EQ(vote(std::vector<std::int32_t>{0}).margin, 1.0);
}

TEST(BlockVote, CountsTheFirstNodesOnly) {
  // node 2 is beyond the partition
  const BlockVote vote(graph_of(3, {{0, 2}, {1, 2}}), {{0, 1}, 2});
  EXPECT_NEAR(vote(std::vector<std::int32_t>{1}).margin, 0.0, 1e-12);
}

}  // namespace
}  // namespace cgsd
