#include "cgsd/levels/continuity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;

MATCHER_P3(Change, kind, id, other, "") { return arg.kind == kind && arg.id == id && arg.other == other; }

FormerRun former_of(std::vector<std::int32_t> id_of, std::vector<std::int32_t> ids, std::int32_t next_id) {
  FormerRun former;
  former.id_of = std::move(id_of);
  former.ids = std::move(ids);
  former.next_id = next_id;
  return former;
}

TEST(Continuity, KeepsIdsHoweverCommunitiesAreNumbered) {
  const Partition now = {{0, 0, 0, 1, 1, 2}, 3};
  const Continuity c = continued(now, former_of({7, 7, 7, 2, 2, 4}, {2, 4, 7}, 8));
  EXPECT_EQ(c.ids, (std::vector<std::int32_t>{7, 2, 4}));
  EXPECT_TRUE(c.changes.empty());
  EXPECT_EQ(c.kept, 3);
  EXPECT_EQ(c.kept_nodes, 6U);
}

TEST(Continuity, TheLargerPartOfASplitKeepsTheId) {
  const Partition now = {{0, 0, 0, 1, 1, 2, 2, 2}, 3};
  const Continuity c = continued(now, former_of({3, 3, 3, 3, 3, 5, 5, 5}, {3, 5}, 6));
  EXPECT_EQ(c.ids, (std::vector<std::int32_t>{3, 6, 5}));
  EXPECT_THAT(c.changes, ElementsAre(Change(ChangeKind::split, 6, 3)));
  EXPECT_EQ(c.next_id, 7);
  EXPECT_EQ(c.kept_nodes, 6U);
}

TEST(Continuity, TheLargerPartOfAMergerGivesTheId) {
  const Partition now = {{0, 0, 0, 0, 0}, 1};
  const Continuity c = continued(now, former_of({3, 3, 3, 5, 5}, {3, 5}, 6));
  EXPECT_EQ(c.ids, (std::vector<std::int32_t>{3}));
  EXPECT_THAT(c.changes, ElementsAre(Change(ChangeKind::merged, 5, 3)));
}

TEST(Continuity, NewNodesMakeANewCommunityAndLostOnesEndOne) {
  const Partition now = {{0, 0, 1, 1}, 2};
  FormerRun former = former_of({4, 4, -1, -1}, {4, 9}, 10);  // all nodes of 9 are gone
  former.gone = 3;
  const Continuity c = continued(now, former);
  EXPECT_EQ(c.ids, (std::vector<std::int32_t>{4, 10}));
  EXPECT_THAT(c.changes, ElementsAre(Change(ChangeKind::appeared, 10, -1), Change(ChangeKind::vanished, 9, -1)));
  EXPECT_EQ(c.known, 2U);
  EXPECT_EQ(c.gone, 3U);
}

TEST(Continuity, ACommunityWithoutAMajorityAnywhereIsNew) {
  // Every present community has one node of every former one.
  const Partition now = {{0, 0, 0, 1, 1, 1, 2, 2, 2}, 3};
  const Continuity c = continued(now, former_of({0, 1, 2, 0, 1, 2, 0, 1, 2}, {0, 1, 2}, 3));
  EXPECT_EQ(c.ids, (std::vector<std::int32_t>{3, 4, 5}));
  EXPECT_EQ(c.kept, 0);
  EXPECT_EQ(c.changes.size(), 6U);  // three appeared, three vanished
}

TEST(Continuity, CountsFormerCommunitiesThatAreStillThere) {
  EXPECT_EQ(former_of({4, 4, -1, 6}, {4, 6, 9}, 10).communities(), 2);
}

}  // namespace
}  // namespace cgsd
