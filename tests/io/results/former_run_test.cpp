#include "cgsd/io/results/former_run.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryDirectory;

const NodeNames kNames({"ann", "bob", "cem"});

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST(FormerRun, IsReadByNameWhateverTheOrder) {
  const TemporaryDirectory dir;
  write(dir / "communities.csv", "node,community,confidence\ncem,4,0.5\nann,2,1\ndora,7,1\n");
  const FormerRun former = read_former_run(dir.path(), kNames, 3, RunContext());
  EXPECT_EQ(former.id_of, (std::vector<std::int32_t>{2, -1, 4}));
  EXPECT_EQ(former.ids, (std::vector<std::int32_t>{2, 4, 7}));
  EXPECT_EQ(former.gone, 1U);
  EXPECT_EQ(former.next_id, 8);
  EXPECT_TRUE(former.id_at.empty());
}

TEST(FormerRun, IsReadByNumberIfNodesHaveNoNames) {
  const TemporaryDirectory dir;
  write(dir / "c.csv", "node,community\n0,1\n2,0\n9,5\n");
  const FormerRun former = read_former_run(dir / "c.csv", {}, 3, RunContext());
  EXPECT_EQ(former.id_of, (std::vector<std::int32_t>{1, -1, 0}));
  EXPECT_EQ(former.gone, 1U);
}

TEST(FormerRun, HasLevelsIdsAndMethodOfItsDirectory) {
  const TemporaryDirectory dir;
  write(dir / "communities.csv", "node,community\nann,0\nbob,0\ncem,1\n");
  write(dir / "levels.csv", "node,community,level_0,level_1,level_2\nann,0,2,0,3\nbob,0,2,0,4\ncem,1,2,1,1\n");
  write(dir / "manifest.json", R"({"method": "leiden", "next_community_id": 12})");
  const FormerRun former = read_former_run(dir.path(), kNames, 3, RunContext());
  ASSERT_EQ(former.id_at.size(), 3U);
  EXPECT_EQ(former.found_level, 1U);
  EXPECT_EQ(former.id_at[2], (std::vector<std::int32_t>{3, 4, 1}));
  EXPECT_EQ(former.method, "leiden");
  EXPECT_EQ(former.next_id, 12);
}

std::string refusal(const std::string& text) {
  const TemporaryDirectory dir;
  write(dir / "c.csv", text);
  try {
    read_former_run(dir / "c.csv", kNames, 3, RunContext());
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(FormerRun, RefusesWhatIsNoRunOfTheseNodes) {
  EXPECT_THAT(refusal("node,class\nann,1\nbob,2\n"), HasSubstr("needs a column named community"));
  EXPECT_THAT(refusal("person,community\nann,1\nbob,2\n"), HasSubstr("needs a column named node"));
  EXPECT_THAT(refusal("node,community\nann,red\nbob,2\n"), HasSubstr("c.csv:2:5: 'red' is no id of a community"));
  EXPECT_THAT(refusal("node,community\nann,-2\nbob,2\n"), HasSubstr("is no id of a community"));
  EXPECT_THAT(refusal("node,community\nann,1\nann,2\n"), HasSubstr("c.csv:3:1: node 'ann' is listed twice"));
  EXPECT_THAT(refusal("node,community\nxena,1\nyuri,2\n"), HasSubstr("no node in common"));
}

}  // namespace
}  // namespace cgsd
