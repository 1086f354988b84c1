#include "cgsd/io/results/levels_json.hpp"

#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace cgsd {
namespace {

TEST(LevelsJson, HasTheTreeByIds) {
  Levels levels;
  levels.communities = {{.id = 4, .parent = 1, .level = 1, .size = 3, .end = SplitEnd::few},
                        {.id = 9, .children = {0}, .size = 3}};
  levels.levels = 2;
  levels.found_level = 1;
  levels.coarse = {{.groups = 1, .gap = 2.5, .chance = std::numeric_limits<double>::quiet_NaN()}};
  const auto json = levels_json(levels);
  EXPECT_EQ(json.at("count"), 2);
  EXPECT_TRUE(json.at("max_size").is_null());
  EXPECT_EQ(json.at("coarser")[0].at("gap"), 2.5);
  EXPECT_TRUE(json.at("coarser")[0].at("chance").is_null());
  EXPECT_EQ(json.at("communities")[0].at("parent"), 9);
  EXPECT_TRUE(json.at("communities")[1].at("parent").is_null());
  EXPECT_EQ(json.at("communities")[1].at("children"), (std::vector<int>{4}));
  EXPECT_EQ(json.at("communities")[0].at("end"), "few");
}

TEST(LevelsJson, ListsChanges) {
  PreviousFacts previous{.run = "old", .method = {}, .continuity = {}, .start = WarmStart::worse, .inertia = 1.5};
  previous.continuity.changes = {{ChangeKind::split, 7, 3}, {ChangeKind::merged, 4, 3}, {ChangeKind::vanished, 5, -1}};
  const auto json = previous_json(previous);
  EXPECT_TRUE(json.at("method").is_null());
  EXPECT_EQ(json.at("start"), "worse");
  EXPECT_EQ(json.at("start_inertia"), 1.5);
  EXPECT_EQ(json.at("changes")[0].at("from"), 3);
  EXPECT_EQ(json.at("changes")[1].at("into"), 3);
  EXPECT_FALSE(json.at("changes")[2].contains("into"));
}

}  // namespace
}  // namespace cgsd
