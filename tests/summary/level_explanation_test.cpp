#include "cgsd/summary/level_explanation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Levels one_level() {
  Levels levels;
  levels.communities = {{.id = 0, .size = 30, .end = SplitEnd::nothing}};
  levels.leaf_of.assign(30, 0);
  levels.found = 1;
  levels.levels = 1;
  return levels;
}

TEST(LevelExplanation, SaysThatThereIsNothingInside) {
  EXPECT_THAT(level_explanation(one_level()), HasSubstr("one level"));
}

TEST(LevelExplanation, CountsTheCommunitiesOfEachLevel) {
  Levels levels = one_level();
  levels.communities[0].children = {1, 2};
  levels.communities.push_back({.id = 1, .parent = 0, .level = 1, .size = 20});
  levels.communities.push_back({.id = 2, .parent = 0, .level = 1, .size = 10});
  for (std::size_t v = 0; v < 30; ++v) levels.leaf_of[v] = v < 20 ? 1 : 2;
  levels.levels = 2;
  EXPECT_THAT(level_explanation(levels), HasSubstr("coarse to fine: 1 (the run's own), 2."));
}

TEST(LevelExplanation, NamesBoundsThatWereNotMet) {
  Levels levels = one_level();
  levels.options = {.max_size = 10, .min_size = 40};
  levels.communities[0].end = SplitEnd::alike;
  levels.joined = 2;
  EXPECT_THAT(level_explanation(levels), AllOf(HasSubstr("2 communities with fewer than 40 nodes joined the nearest"),
                                               HasSubstr("1 stays above 10 nodes: the nodes cannot be told apart"),
                                               HasSubstr("1 stays below 40")));
}

TEST(LevelExplanation, ListsWhatBecameOfFormerCommunities) {
  PreviousFacts previous{.run = "old.cgsd", .method = "default", .continuity = {}, .start = WarmStart::taken};
  previous.continuity.ids = {3, 7, 8};
  previous.continuity.kept = 1;
  previous.continuity.known = 200;
  previous.continuity.kept_nodes = 190;
  previous.continuity.gone = 1;
  previous.continuity.changes = {{ChangeKind::split, 7, 3},
                                 {ChangeKind::appeared, 8, -1},
                                 {ChangeKind::merged, 4, 3},
                                 {ChangeKind::vanished, 5, -1}};
  const std::string text = continuity_explanation(previous, "default");
  EXPECT_THAT(text,
              HasSubstr("Beside old.cgsd: 1 of 3 communities keep their ids, and 95.0 % of the nodes keep theirs: "
                        "7 is new, split from 3; 8 is new; 4 is now in 3; 5 is gone."));
  EXPECT_THAT(text, HasSubstr("1 node is no longer there."));
  EXPECT_THAT(text, Not(HasSubstr("That run was by")));
  EXPECT_THAT(continuity_explanation(previous, "leiden"), HasSubstr("That run was by default."));
  previous.continuity.changes.assign(100, {ChangeKind::appeared, 9, -1});
  EXPECT_THAT(continuity_explanation(previous, "default"), HasSubstr("92 more changes"));
}

}  // namespace
}  // namespace cgsd
