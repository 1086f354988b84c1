#include "cgsd/io/text/table_reader.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::TemporaryDirectory;
using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::string& text, const std::string& name = "f.txt", std::optional<Separator> separator = {}) {
  const TemporaryDirectory dir;
  TableReader table(dir.file(name, text), separator, RunContext());
  Rows rows;
  while (table.next()) rows.emplace_back(table.cells().begin(), table.cells().end());
  return rows;
}

TEST(TableReader, FindsTheSeparatorInTheFirstRow) {
  EXPECT_EQ(rows_of("a\tb c\td,e\n"), (Rows{{"a", "b c", "d,e"}}));
  EXPECT_EQ(rows_of("a,b c,d;e\n"), (Rows{{"a", "b c", "d;e"}}));
  EXPECT_EQ(rows_of("a;b c;d\n1;2;3"), (Rows{{"a", "b c", "d"}, {"1", "2", "3"}}));
  EXPECT_EQ(rows_of("  a  b c \n1 \t 2\n"), (Rows{{"a", "b", "c"}, {"1", "2"}}));
  EXPECT_EQ(rows_of("a\tb,c\n", "f.csv"), (Rows{{"a\tb", "c"}}));
  EXPECT_EQ(rows_of("a b,c\n", "f.csv", Separator::blanks), (Rows{{"a", "b,c"}}));
}

TEST(TableReader, TrimsCellsAndKeepsEmptyOnes) {
  EXPECT_EQ(rows_of(" a , b,,\n"), (Rows{{"a", "b", "", ""}}));
  EXPECT_EQ(rows_of(",x\n"), (Rows{{"", "x"}}));
  EXPECT_EQ(rows_of("\tx\t\n"), (Rows{{"", "x", ""}}));
}

TEST(TableReader, SkipsCommentsAndEmptyLines) {
  EXPECT_EQ(rows_of("# a,b\n\n   \n1,2\r\n#3,4\n"), (Rows{{"1", "2"}}));
  EXPECT_EQ(rows_of(""), Rows{});
}

TEST(TableReader, UnderstandsQuotes) {
  EXPECT_EQ(rows_of(R"("a,b" , "say ""hi""",""
"""",x,"#"
)"),
            (Rows{{"a,b", "say \"hi\"", ""}, {"\"", "x", "#"}}));
  EXPECT_EQ(rows_of("\"a b\" c\n"), (Rows{{"a b", "c"}}));
}

TEST(TableReader, PointsAtBadQuotesAndAtCells) {
  const TemporaryDirectory dir;
  const auto file = dir.file("f.csv", "x, \"y\"z\n1, 22\na, \"b\nc\n");
  TableReader table(file, std::nullopt, RunContext());
  EXPECT_EQ(error_of([&] { table.next(); }), file.string() + ":1:7: there is more text after the closing quote");
  ASSERT_TRUE(table.next());
  EXPECT_STREQ(table.error_at(1, "what").what(), (file.string() + ":2:4: what").c_str());
  EXPECT_STREQ(table.error_at(1, "what", 1).what(), (file.string() + ":2:5: what").c_str());
  EXPECT_EQ(error_of([&] { table.next(); }), file.string() + ":3:4: the quote is not closed");
}

// A name with a line end was written to communities.csv and could not be read back.
TEST(TableReader, ReadsLineEndsInQuotes) {
  EXPECT_EQ(rows_of("a,\"b\nc\"\n\"d\r\n\ne\",f\n"), (Rows{{"a", "b\nc"}, {"d\r\n\ne", "f"}}));
  const TemporaryDirectory dir;
  TableReader table(dir.file("f.csv", "a,\"b\nc\"\nd,e\n"), std::nullopt, RunContext());
  ASSERT_TRUE(table.next());
  EXPECT_EQ(table.line_number(), 1u);
  ASSERT_TRUE(table.next());
  EXPECT_EQ(table.line_number(), 3u);
}

TEST(TableReader, DoesNotSearchAWholeFileForAQuote) {
  const TemporaryDirectory dir;
  std::string text = "a,\"b\n";
  for (int i = 0; i < 2000; ++i) text += "c,d\n";
  const auto file = dir.file("f.csv", text + "e,f\"\n");
  TableReader table(file, std::nullopt, RunContext());
  EXPECT_EQ(error_of([&] { table.next(); }), file.string() + ":1:3: the quote is not closed");
}

TEST(TableReader, RefusesRowsOfMillionsOfCells) {
  EXPECT_THAT(error_of([] { rows_of(std::string(5'000'000, ',')); }),
              ::testing::HasSubstr(":1: more than 4,194,304 cells in one row"));
}

TEST(TableReader, ReadsNumbers) {
  EXPECT_EQ(float_cell("0.1"), 0.1f);
  EXPECT_EQ(float_cell("+1e3"), 1000.0f);
  EXPECT_EQ(float_cell("-.5"), -0.5f);
  EXPECT_EQ(float_cell("1e-60"), 0.0f);
  EXPECT_TRUE(std::isinf(*float_cell("1e60")));
  EXPECT_TRUE(std::isnan(*float_cell("nan")));
  for (const char* text : {"", "x", "1x", "1 2", "+-1", "0x10", "1,5", "--1"}) EXPECT_FALSE(float_cell(text)) << text;
  EXPECT_EQ(integer_cell("-7"), -7);
  EXPECT_EQ(integer_cell("+7"), 7);
  for (const char* text : {"", "7.0", "7 ", "9223372036854775808", "1e3"}) EXPECT_FALSE(integer_cell(text)) << text;
}

TEST(TableReader, KnowsHeadingsOfNodeColumns) {
  for (const char* heading : {"node", "ID", "Name", "node_id", ""}) EXPECT_TRUE(names_nodes(heading)) << heading;
  for (const char* heading : {"nodes", "x", "0"}) EXPECT_FALSE(names_nodes(heading)) << heading;
}

}  // namespace
}  // namespace cgsd
