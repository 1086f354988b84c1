#include "cgsd/report/run_part.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/report_cases.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(RunPart, IsEverythingIfThereIsRoom) {
  const testing::RunCase run;
  EXPECT_THAT(part_of(run.data.input.graph, run.found.partition, 6), ElementsAre(0, 1, 2, 3, 4, 5));
}

// Of 6 nodes with room for 4, two of each community of three: those with most neighbours, ties to the lower.
TEST(RunPart, TakesTheBestConnectedOfEveryCommunity) {
  const testing::RunCase run;
  EXPECT_THAT(part_of(run.data.input.graph, run.found.partition, 4), ElementsAre(0, 1, 3, 4));
}

TEST(RunPart, LeavesNoCommunityOut) {
  const Graph star = testing::star_graph(9);
  Partition partition{std::vector<std::int32_t>(10, 0), 2};
  partition.community_of[9] = 1;
  EXPECT_THAT(part_of(star, partition, 2), ElementsAre(0, 9));
}

TEST(RunPart, KeepsWhatBelongsToItsNodes) {
  testing::RunCase run;
  run.found.stability = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  run.levels = {{0, 0, 0, 0, 0, 0}, {4, 4, 4, 7, 7, 7}};
  const RunPart part = part_with(run.contents(), {0, 3, 5});
  EXPECT_EQ(part.data.names.name(1), "Dan");
  EXPECT_EQ(part.data.input.graph.edges(), 1u);  // Ann and Dan
  EXPECT_THAT(part.data.labels.class_of, ElementsAre(0, 1, kUnlabelled));
  EXPECT_THAT(part.found.partition.community_of, ElementsAre(0, 1, 1));
  EXPECT_THAT(part.found.stability, ElementsAre(0.1, 0.4, 0.6));
  EXPECT_THAT(part.level_ids[1], ElementsAre(4, 7, 7));
  EXPECT_FLOAT_EQ(part.embedding(1, 0), 3.0F);
  EXPECT_FLOAT_EQ(part.data.input.attributes.dense()(2, 0), 40.0F);
}

TEST(RunPart, CallsCommunitiesOnLevelsByTheirIds) {
  Levels levels;
  levels.communities = {{.id = 8, .level = 0, .size = 2}, {.id = 5, .level = 0, .size = 1}};
  levels.leaf_of = {0, 0, 1};
  levels.levels = 1;
  EXPECT_THAT(ids_on_levels(levels), ElementsAre(ElementsAre(8, 8, 5)));
}

}  // namespace
}  // namespace cgsd
