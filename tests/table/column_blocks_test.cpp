#include "cgsd/table/column_blocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

auto blocks(const std::vector<std::string>& headings) {
  return column_blocks(headings, std::vector<bool>(headings.size(), true));
}

TEST(ColumnBlocks, JoinsNumberedHeadingsInTheOrderOfTheirNumbers) {
  EXPECT_THAT(blocks({"age", "e1", "e0", "e2"}), ElementsAre(ElementsAre(2, 1, 3)));
  EXPECT_THAT(blocks({"0", "1", "dim_7", "dim_8"}), ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
}

TEST(ColumnBlocks, WantsConsecutiveNumbers) {
  EXPECT_THAT(blocks({"e0", "e2"}), IsEmpty());
  EXPECT_THAT(blocks({"e0", "e0"}), IsEmpty());
  EXPECT_THAT(blocks({"e0", "age"}), IsEmpty());
  EXPECT_THAT(blocks({"e00", "e01"}), IsEmpty()) << "leading zeros: a code";
}

TEST(ColumnBlocks, TakesCoordinatesAndTablesWithoutHeadings) {
  EXPECT_THAT(blocks({"y", "x", "age"}), ElementsAre(ElementsAre(1, 0)));
  EXPECT_THAT(blocks({"X", "Y", "Z"}), ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_THAT(blocks({"x", "z"}), IsEmpty());
  EXPECT_THAT(blocks({"", "", ""}), ElementsAre(ElementsAre(0, 1, 2)));
}

TEST(ColumnBlocks, LeavesOutWhatMayNotTakePart) {
  EXPECT_THAT(column_blocks({"e0", "e1", "e2"}, {true, true, false}), ElementsAre(ElementsAre(0, 1)));
  EXPECT_TRUE(is_numbered_heading("f0"));
  EXPECT_FALSE(is_numbered_heading("age"));
}

}  // namespace
}  // namespace cgsd
