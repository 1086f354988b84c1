#include "cgsd/io/tables/table_layout.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

using Rows = std::vector<std::vector<std::string>>;

TEST(TableLayout, TakesTheDelimiterThatPartsAllRowsAlike) {
  EXPECT_EQ(table_delimiter("a,b\n1,2\n", ".csv"), Delimiter::comma);
  EXPECT_EQ(table_delimiter("a\tb\n1\t2,5\n", ".txt"), Delimiter::tab);
  EXPECT_EQ(table_delimiter("a;b\n1;2\n", ".csv"), Delimiter::semicolon);
  EXPECT_EQ(table_delimiter("a b\n1  2\n", ".txt"), Delimiter::blanks);
  EXPECT_EQ(table_delimiter("id,tags\n1,a;b\n2,c\n", ".csv"), Delimiter::comma);
  EXPECT_EQ(table_delimiter("id;place\n1;Bonn, DE\n2;Rome\n", ".csv"), Delimiter::semicolon);
  EXPECT_EQ(table_delimiter("id,notes\n1,\"a, b\"\n2,\"c\n d\"\n", ".csv"), Delimiter::comma);
}

TEST(TableLayout, TellsDecimalCommasFromDelimiters) {
  EXPECT_EQ(table_delimiter("1,5;2,5\n3,5;4,5\n", ".csv"), Delimiter::semicolon);
  EXPECT_EQ(table_delimiter("a;b\n1.234,5;2\n", ".csv"), Delimiter::semicolon);
}

TEST(TableLayout, FallsBackToTheFirstRowIfRowsAreUneven) {
  EXPECT_EQ(table_delimiter("1,2\n3\n", ".csv"), Delimiter::comma);
  EXPECT_EQ(table_delimiter("1 2\n3\n", ".txt"), Delimiter::blanks);
  EXPECT_EQ(table_delimiter("notes\na few words\nmore\n", ".txt"), Delimiter::tab) << "a single column of texts";
}

TEST(TableLayout, ObeysALineOfSpreadsheets) {
  std::string_view rows = "sep=;\na;b\n";
  EXPECT_EQ(take_separator_line(rows), Delimiter::semicolon);
  EXPECT_EQ(rows, "a;b\n");
  rows = "sepal,length\n";
  EXPECT_EQ(take_separator_line(rows), std::nullopt);
  EXPECT_EQ(rows, "sepal,length\n");
}

TEST(TableLayout, FindsAHeadingAboveValuesOfAKind) {
  EXPECT_TRUE(has_heading({{"age", "x"}, {"31", "2"}}, {}));
  EXPECT_TRUE(has_heading({{"1", "y"}, {"1", "2"}}, {}));
  EXPECT_TRUE(has_heading({{"city", "joined"}, {"Rome", "2024-01-31"}}, {}));
  EXPECT_TRUE(has_heading({{"", "0", "1"}, {"a", "1", "2"}}, {}));
  EXPECT_TRUE(has_heading({{"city"}, {"Rome"}, {"Oslo"}}, {}));
  EXPECT_FALSE(has_heading({{"1", "2"}, {"3", "4"}}, {}));
  EXPECT_FALSE(has_heading({{"1", "red"}, {"2", "blue"}}, {}));
  EXPECT_FALSE(has_heading({{"red", "Rome"}, {"blue", "Oslo"}, {"red", "Rome"}}, {}));
  EXPECT_FALSE(has_heading({{"5"}}, {}));
  EXPECT_TRUE(has_heading({{"age"}}, {})) << "and no row";
}

TEST(TableLayout, AsksWhatIsANode) {
  const IsNode is_node = [](std::string_view text) { return text == "anna" || text == "bob" || text == "cleo"; };
  const Rows without = {{"anna", "Rome"}, {"bob", "Oslo"}, {"cleo", "Bonn"}};
  EXPECT_TRUE(has_heading(without, {})) << "nothing else to go by";
  EXPECT_FALSE(has_heading(without, is_node));
  EXPECT_TRUE(has_heading({{"who", "Rome"}, {"bob", "Oslo"}, {"cleo", "Rome"}}, is_node));
}

}  // namespace
}  // namespace cgsd
