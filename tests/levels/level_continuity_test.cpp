#include "cgsd/levels/level_continuity.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// Two communities; the second has two parts. Above them, one group.
Levels two_with_parts() {
  Levels levels;
  levels.communities = {{.id = 0, .parent = 2, .level = 1, .size = 3},
                        {.id = 1, .parent = 2, .children = {3, 4}, .level = 1, .size = 5},
                        {.id = 2, .children = {0, 1}, .level = 0, .size = 8},
                        {.id = 3, .parent = 1, .level = 2, .size = 3},
                        {.id = 4, .parent = 1, .level = 2, .size = 2}};
  levels.leaf_of = {0, 0, 0, 3, 3, 3, 4, 4};
  levels.found = 2;
  levels.found_level = 1;
  levels.levels = 3;
  return levels;
}

std::vector<std::int32_t> ids_of(const Levels& levels) {
  std::vector<std::int32_t> ids;
  for (const NestedCommunity& c : levels.communities) ids.push_back(c.id);
  return ids;
}

std::vector<std::int32_t> kept_ids(const FormerRun& former) {
  Levels levels = two_with_parts();
  Continuity continuity = continued({levels.communities_at(1), 2}, former);
  keep_ids(levels, continuity, former);
  return ids_of(levels);
}

TEST(LevelContinuity, KeepsTheIdsOfAllLevels) {
  FormerRun former;
  former.id_of = {20, 20, 20, 10, 10, 10, 10, 10};
  former.ids = {10, 20};
  former.id_at = {{30, 30, 30, 30, 30, 30, 30, 30}, former.id_of, {20, 20, 20, 41, 41, 41, 40, 40}};
  former.found_level = 1;
  former.next_id = 50;
  EXPECT_EQ(kept_ids(former), (std::vector<std::int32_t>{20, 10, 30, 41, 40}));
}

TEST(LevelContinuity, PartsKeepIdsOnlyUnderAParentThatKeptItsOwn) {
  FormerRun former;  // the nodes of today's parts were parts of another community
  former.id_of = {10, 10, 10, 11, 11, 11, 11, 11};
  former.ids = {10, 11};
  former.id_at = {former.id_of, {10, 10, 10, 41, 41, 41, 42, 42}};
  former.found_level = 0;
  former.next_id = 50;
  EXPECT_EQ(kept_ids(former), (std::vector<std::int32_t>{10, 11, 50, 41, 42}));
  former.id_at[1] = {43, 43, 44, 11, 11, 11, 11, 11};  // it was the other one that was divided
  EXPECT_EQ(kept_ids(former), (std::vector<std::int32_t>{10, 11, 50, 51, 52}));
}

TEST(LevelContinuity, GivesNewIdsIfTheFormerRunHadNoLevels) {
  FormerRun former;
  former.id_of = {5, 5, 5, 3, 3, 3, 3, -1};
  former.ids = {3, 5};
  former.next_id = 6;
  EXPECT_EQ(kept_ids(former), (std::vector<std::int32_t>{5, 3, 6, 7, 8}));
}

}  // namespace
}  // namespace cgsd
