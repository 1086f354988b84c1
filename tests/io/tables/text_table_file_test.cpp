#include "cgsd/io/tables/text_table_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TextTableFile read(const std::string& bytes, const std::string& name = "t.csv") {
  const testing::TemporaryDirectory dir;
  return {dir.file(name, bytes), {}, RunContext()};
}
std::string refusal(const std::string& bytes) {
  return testing::error_text([&] { read(bytes); });
}
std::vector<std::string> headings(const TextTableFile& file) {
  std::vector<std::string> names;
  for (const TextColumn& column : file.table().columns) names.push_back(column.name);
  return names;
}
std::vector<std::string> cells(const TextTableFile& file, std::size_t column) {
  std::vector<std::string> texts;
  const TextList& list = file.table().columns[column].cells;
  for (std::size_t i = 0; i < list.size(); ++i) texts.emplace_back(list[i]);
  return texts;
}

TEST(TextTableFile, ReadsWhatPeopleSave) {
  for (const std::string text :
       {"id,city\n1,Rome\n2,Oslo\n", "\xef\xbb\xbfid;city\r\n1;Rome\r\n2;Oslo\r\n", "id\tcity\n1\tRome\n2\tOslo",
        "sep=;\nid;city\n1;Rome\n2;Oslo\n", "# saved today\n\nid,city\n1, Rome \n\n2,Oslo\n",
        "id,city\r1,Rome\r2,Oslo\r", "id,city,\n1,Rome,\n2,Oslo,\n,,\n,,\n"}) {
    const TextTableFile file = read(text);
    EXPECT_TRUE(file.heading()) << text;
    EXPECT_THAT(headings(file), ElementsAre("id", "city")) << text;
    EXPECT_THAT(cells(file, 0), ElementsAre("1", "2")) << text;
    EXPECT_THAT(cells(file, 1), ElementsAre("Rome", "Oslo")) << text;
  }
  EXPECT_THAT(cells(read(testing::gzipped("id,city\n1,Rome\n2,Oslo\n"), "t.csv.gz"), 1), ElementsAre("Rome", "Oslo"));
}

TEST(TextTableFile, KeepsDelimitersAndLineEndsInQuotes) {
  const TextTableFile file = read("id,notes\n1,\"a, \"\"b\"\"\nc\"\n2,d\n");
  EXPECT_THAT(cells(file, 1), ElementsAre("a, \"b\"\nc", "d"));
  EXPECT_EQ(file.line(1), 4u);
}

TEST(TextTableFile, ReadsTheHeadingOfR) {
  const TextTableFile file = read("\"age\" \"city\"\n\"a\" 31 \"Rome\"\n\"b\" 17 \"Oslo\"\n", "t.txt");
  EXPECT_THAT(headings(file), ElementsAre("", "age", "city"));
  EXPECT_THAT(cells(file, 0), ElementsAre("a", "b"));
}

TEST(TextTableFile, SaysWhatItSkipped) {
  EXPECT_THAT(read("id,city,\n1,Rome,\n2,Oslo,\n,,\n").account(),
              ElementsAre("1 empty row skipped", "1 empty column ignored"));
}

TEST(TextTableFile, PointsAtWhatIsWrong) {
  EXPECT_EQ(refusal(""), "t.csv:1:1: the file is empty");
  EXPECT_EQ(refusal("# only this\n"), "t.csv:1:1: the file is empty");
  EXPECT_EQ(refusal("age,city\n"), "t.csv:1:1: there is no row below the heading");
  EXPECT_EQ(refusal("a,b\n1,2\n3,4,5\n"), "t.csv:3:5: 3 cells, but the first row has 2");
  EXPECT_EQ(refusal("a,b\n1,2\n3\n"), "t.csv:3:2: 1 cells, but the first row has 2");
  EXPECT_EQ(refusal("a,b\n1,\"2\n"), "t.csv:2:3: the quote is not closed");
  EXPECT_EQ(refusal("a,b\n1,\"2\" 3\n"), "t.csv:2:7: there is more text after the closing quote");
  EXPECT_EQ(refusal("a,b,a\n1,2,3\n"), "t.csv:1:5: two columns are named 'a': rename one of them");
}

TEST(TextTableFile, PointsAtCells) {
  const TextTableFile file = read("id,notes,age\n1,\"two\nlines\",x\n");
  const FilePosition age = file.error_at(0, 2, "x").where();
  EXPECT_EQ(age.line, 3u);
  EXPECT_EQ(age.column, 8u);
  const FilePosition heading = file.error_at(CellFault::kHeading, 1, "x").where();
  EXPECT_EQ(heading.line, 1u);
  EXPECT_EQ(heading.column, 4u);
}

TEST(TextTableFile, ReadsTheRowsOfEachProcess) {
  const std::string text = "# saved\nid,city,,\n1,Rome,,\n2,Oslo,,x\n,,,\n3,Bonn,,\n4,\"a, b\",,\n";
  const TextTableFile whole("t.csv", text, {}, RunContext());
  EXPECT_EQ(whole.lines_before_rows(), 2U);
  const std::string rows = text.substr(text.find("1,"));
  const std::size_t cut = rows.find("2,");
  testing::run_processes(3, [&](const RunContext& run, testing::ThreadProcesses& processes) {
    const int rank = processes.rank();  // the last one has no rows
    const TextTableFile own(whole,
                            rank == 0   ? rows.substr(0, cut)
                            : rank == 1 ? rows.substr(cut)
                                        : std::string(),
                            rank == 0   ? 3U
                            : rank == 1 ? 4U
                                        : 8U,
                            run);
    EXPECT_EQ(headings(own), headings(whole));
    EXPECT_EQ(own.account(), whole.account());
    if (rank == 0) {
      EXPECT_THAT(cells(own, 1), ElementsAre("Rome"));
      EXPECT_THAT(cells(own, 2), ElementsAre(""));
    }
    if (rank == 1) {
      EXPECT_THAT(cells(own, 1), ElementsAre("Oslo", "Bonn", "a, b"));
      EXPECT_EQ(own.line(1), 6U);
      EXPECT_EQ(std::string(own.error_at(2, 1, "no").what()), std::string(whole.error_at(3, 1, "no").what()));
    }
    EXPECT_EQ(own.table().rows(), std::size_t{rank == 0} + (rank == 1 ? 3U : 0U));
  });
}

}  // namespace
}  // namespace cgsd
