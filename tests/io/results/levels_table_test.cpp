#include "cgsd/io/results/levels_table.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::TemporaryDirectory;

// Community 5 stays whole; 3 is divided into 8 and 9.
Levels levels_of_four() {
  Levels levels;
  levels.communities = {{.id = 5, .size = 2, .end = SplitEnd::few},
                        {.id = 3, .children = {2, 3}, .size = 2},
                        {.id = 8, .parent = 1, .level = 1, .size = 1, .end = SplitEnd::few},
                        {.id = 9, .parent = 1, .level = 1, .size = 1, .end = SplitEnd::few}};
  levels.leaf_of = {0, 2, 3, 0};
  levels.found = 2;
  levels.levels = 2;
  return levels;
}

TEST(LevelsTable, HasTheCommunityOfEveryNodeOnEveryLevel) {
  const TemporaryDirectory dir;
  write_levels_table(dir / "levels.csv", NodeNames({"a", "b,c", "d", "e"}), levels_of_four());
  EXPECT_EQ(file_bytes(dir / "levels.csv"),
            "node,community,level_0,level_1\na,5,5,5\n\"b,c\",3,3,8\nd,3,3,9\ne,5,5,5\n");
}

TEST(LevelsTable, HasTheColumnsOfGraphRag) {
  const TemporaryDirectory dir;
  write_hierarchy(dir / "hierarchy.json", NodeNames({"a", "b\"", "d", "e"}), levels_of_four());
  const auto json = nlohmann::json::parse(file_bytes(dir / "hierarchy.json"));
  ASSERT_EQ(json.size(), 4U);
  const auto& divided = json[1];
  EXPECT_EQ(divided.at("id"), "3");
  EXPECT_EQ(divided.at("human_readable_id"), 3);
  EXPECT_EQ(divided.at("community"), 3);
  EXPECT_EQ(divided.at("level"), 0);
  EXPECT_EQ(divided.at("parent"), -1);
  EXPECT_EQ(divided.at("children"), (std::vector<int>{8, 9}));
  EXPECT_EQ(divided.at("title"), "Community 3");
  EXPECT_EQ(divided.at("entity_ids"), (std::vector<std::string>{"b\"", "d"}));
  EXPECT_EQ(divided.at("size"), 2);
  EXPECT_EQ(divided.at("end"), "divided");
  EXPECT_EQ(json[2].at("parent"), 3);
  EXPECT_EQ(json[2].at("entity_ids"), (std::vector<std::string>{"b\""}));
}

}  // namespace
}  // namespace cgsd
