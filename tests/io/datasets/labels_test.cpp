#include "cgsd/io/datasets/labels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/array_files.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::npy;
using testing::npz_of;
using testing::raw;
using testing::TemporaryDirectory;

LabelTable table_of(const std::string& bytes, const std::string& name = "labels.csv") {
  const TemporaryDirectory dir;
  return read_labels(dir.file(name, bytes), RunContext());
}
std::string labels_error(const std::string& bytes) {
  const std::string message = error_of([&] { table_of(bytes); });
  const std::size_t after = message.find("labels.csv");
  return after == std::string::npos ? message : message.substr(after);
}

TEST(Labels, ReadsOneColumnInNodeOrder) {
  for (const std::string text :
       {"0\n2\n-1\n", "label\n0\n2\n-1\n", "Community\n0\n2\n-1\n", "truth\n0\n2\n-1\n", "# comment\n0\r\n2\r\n-1"}) {
    const LabelTable table = table_of(text);
    EXPECT_THAT(table.labels.class_of, ElementsAre(0, 2, -1)) << text;
    EXPECT_TRUE(table.labels.class_names.empty() && table.ids.none()) << text;
  }
  EXPECT_THAT(table_of(testing::gzipped("0\n1\n")).labels.class_of, ElementsAre(0, 1));
}

TEST(Labels, ReadsTwoColumnsWithIds) {
  for (const std::string text :
       {"a,1\nb,0\nc,\n", "node,label\na,1\nb,0\nc,-1\n", ",0\na,1\nb,0\nc,-1\n", "person,truth\na,1\nb,0\nc,\n",
        "who,class\na,1\nb,0\nc,\n", "a\t1\nb\t0\nc\t-1\n", "a 1\nb 0\nc -1\n"}) {
    const LabelTable table = table_of(text);
    EXPECT_THAT(table.labels.class_of, ElementsAre(1, 0, -1)) << text;
    EXPECT_EQ(table.ids, NodeNames({"a", "b", "c"})) << text;
  }
}

TEST(Labels, ReadsTheCommunitiesOfARunWithTheirOtherColumns) {
  const LabelTable table = table_of("node,community,confidence,stability\na,1,0.5,1\nb,,,\nc,0,0.25,1\n");
  EXPECT_THAT(table.labels.class_of, ElementsAre(1, -1, 0));
  EXPECT_EQ(table.ids, NodeNames({"a", "b", "c"}));
  EXPECT_THAT(labels_error("node,community,confidence\na,1\n"), HasSubstr("2 cells, but the first row has 3"));
}

TEST(Labels, NumbersTextsInAscendingOrder) {
  const LabelTable table = table_of("id,class\n1,red\n2,blue\n3,\n4,red\n5,-1\n");
  EXPECT_THAT(table.labels.class_of, ElementsAre(1, 0, -1, 1, -1));
  EXPECT_THAT(table.labels.class_names, ElementsAre("blue", "red"));
  EXPECT_THAT(table_of("\"x, y\"\nz\n").labels.class_names, ElementsAre("x, y", "z"));
}

TEST(Labels, NumbersIntegersThatCannotBeClassNumbers) {
  const LabelTable large = table_of("2000\n1000\n-1\n2000\n30000000000\n");
  EXPECT_THAT(large.labels.class_of, ElementsAre(1, 0, -1, 1, 2));
  EXPECT_THAT(large.labels.class_names, ElementsAre("1000", "2000", "30000000000"));
  EXPECT_THAT(table_of("-5\n1\n1\n").labels.class_names, ElementsAre("-5", "1"));
  EXPECT_THAT(table_of("0\n3\n1\n").labels.class_of, ElementsAre(0, 2, 1)) << "3 is no class number of 3 rows";
}

TEST(Labels, KeepsAFirstRowThatIsNoHeading) {
  EXPECT_THAT(table_of("red\nblue\n").labels.class_of, ElementsAre(1, 0));
  EXPECT_THAT(table_of("red\n").labels.class_of, ElementsAre(0));
}

TEST(Labels, ReadsArrays) {
  EXPECT_THAT(table_of(npy("<i4", "(3,)", raw<std::int32_t>({1, -1, 0}))).labels.class_of, ElementsAre(1, -1, 0));
  EXPECT_THAT(table_of(npy("|S1", "(3,)", "bab")).labels.class_of, ElementsAre(1, 0, 1));
  const LabelTable table = table_of(npz_of({{"node_labels", npy("<i8", "(2,)", raw<std::int64_t>({1, 0}))},
                                            {"class_names", npy("|S1", "(2,)", "pq")},
                                            {"node_names", npy("|S1", "(2,)", "ab")}}));
  EXPECT_THAT(table.labels.class_of, ElementsAre(1, 0));
  EXPECT_THAT(table.labels.class_names, ElementsAre("p", "q"));
  EXPECT_EQ(table.ids, NodeNames({"a", "b"}));
}

TEST(Labels, SaysWhatIsWrong) {
  EXPECT_EQ(labels_error("id,class\na,1\nb,0\na,1\n"), "labels.csv:4: node 'a' already has a row, in line 2");
  EXPECT_EQ(
      labels_error("a,1,2\n"),
      "labels.csv:1: 3 columns, but labels have one (class) or two (node, class); to take one column of a table, give "
      "the table as --attributes and the column's name as --labels");
  EXPECT_EQ(labels_error("a,1\nb\n"), "labels.csv:2: 1 cells, but the first row has 2");
  EXPECT_EQ(labels_error(""), "labels.csv: the file is empty");
  EXPECT_EQ(labels_error("label\n"), "labels.csv: there is no row below the heading");
  EXPECT_EQ(labels_error(npy("<f4", "(1,)", raw<float>({1}))), "labels.csv: must hold integers, not float32");
  EXPECT_THAT(labels_error(npy("<i4", "(2, 1)", raw<std::int32_t>({1, 0}))), HasSubstr("must have one dimension"));
  EXPECT_THAT(labels_error(npy("|S1", "(2, 1)", "ab")), HasSubstr("must have one dimension"));
  EXPECT_THAT(labels_error(npy("<i4", "(2,)", raw<std::int32_t>({-7, 0}))),
              HasSubstr("row 0: class -7 is not plausible"));
  EXPECT_EQ(labels_error(npy("<i4", "(0,)", "")), "labels.csv: there are no labels in the file");
  EXPECT_EQ(labels_error(npz_of({{"y", npy("<i4", "(1,)", raw<std::int32_t>({0}))}})),
            "labels.csv: there is no array 'node_labels'; there are: 'y'");
  EXPECT_EQ(labels_error(npz_of({{"node_labels", npy("<i4", "(1,)", raw<std::int32_t>({0}))},
                                 {"node_names", npy("|S1", "(2,)", "ab")}})),
            "labels.csv: 2 node names for 1 labels");
  EXPECT_THROW(read_labels("/absent/labels.csv", RunContext()), IoError);
}

TEST(Labels, SurvivesThousandsOfDamages) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  const RunContext run;
  const testing::MemoryFile file("f.csv");
  const std::vector<std::string> originals = {"node,label\na,1\nb,0\n\"c\",\n", "red\nblue\nred\n",
                                              npy("<i4", "(3,)", raw<std::int32_t>({1, -1, 0}))};
  for (std::uint64_t i = 0; i < 6000; ++i) {
    const auto& path = file.holding(testing::damaged(originals[i % originals.size()], i));
    testing::expect_result_or_error([&] { read_labels(path, run); }, i);
  }
}

TEST(Labels, ReadsTheLabelsOfADataset) {
  CGSD_NEEDS_SHARED_DATA("data/football.npz", football);
  const LabelTable table = read_labels(football, RunContext());
  EXPECT_EQ(table.labels.class_of.size(), 115u);
  EXPECT_EQ(table.labels.classes(), 12);
}

}  // namespace
}  // namespace cgsd
