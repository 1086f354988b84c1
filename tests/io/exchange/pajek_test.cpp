#include "cgsd/io/exchange/pajek.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"

#include "tests/support/format_test.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/table_cells.hpp"

namespace cgsd {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Pajek : public testing::FormatTest<read_pajek> {
 protected:
  Pajek() : FormatTest("g.net") {}
};

TEST_F(Pajek, ReadsEverySectionOfEdges) {
  const GraphContents contents = read(
      "*Network people\r\n*Vertices 4\r\n1 \"Anna B\" 0.1 0.2 0.5 ellipse age 41 ic Red\r\n2 Ben\r\n3 Cem\n4 "
      "\"D\xf6rte\"\n% comment\n"
      "*Edges\n1 2 2.5\n2 3\n*Edgeslist\n4 1 2\n");
  EXPECT_EQ(contents.names, NodeNames({"Anna B", "Ben", "Cem", "D\xc3\xb6rte"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}, Entry{3, 0}, Entry{3, 1}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.5, 1.0, 1.0, 1.0));
  EXPECT_THAT(cells(contents, "age"), ElementsAre("41", "", "", ""));
  EXPECT_THAT(cells(contents, "ic"), IsEmpty());
  EXPECT_EQ(contents.directed, false);
}

TEST_F(Pajek, ReadsValuesOfVerticesWithoutCoordinates) {
  EXPECT_THAT(cells(read("*Vertices 2\n1 Anna age 41\n2 Ben box age 7\n*Edges\n1 2\n"), "age"), ElementsAre("41", "7"));
}

TEST_F(Pajek, TellsArcsFromEdges) {
  EXPECT_EQ(read("*Vertices 2\n*Arcs\n1 2\n").directed, true);
  EXPECT_EQ(read("*Vertices 3\n*Arcslist\n1 2 3\n").list.entries.size(), 2u);
  const GraphContents mixed = read("*Vertices 3\n*Arcs\n1 2\n*Edges\n2 3\n");
  EXPECT_EQ(mixed.directed, false);
  EXPECT_THAT(mixed.account, ElementsAre("1 of 2 edges are directed, the others not: all are read as undirected"));
  EXPECT_EQ(mixed.names, NodeNames({"1", "2", "3"}));
}

TEST_F(Pajek, ReadsAMatrixAndNamesWhatItLeavesOut) {
  const GraphContents contents = read("*Vertices 2\n1 a\n2 b\n*Matrix\n0 2\n0.5 0\n*Partition x\n1\n2\n");
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 0}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.0, 0.5));
  EXPECT_THAT(contents.account, ::testing::Contains("section '*Partition' is left out"));
}

TEST_F(Pajek, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error("*Vertices 2\n*Edges\n1 3\n"), "g.net:3: '3' is no vertex from 1 to 2");
  EXPECT_EQ(error("*Vertices x\n"), "g.net:1: *Vertices must be followed by their number");
  EXPECT_EQ(error("1 2\n"), "g.net:1: a section such as *Vertices is expected here");
  EXPECT_EQ(error("*Vertices 2\n1 \"a\n"), "g.net:2: this quote is not closed");
  EXPECT_EQ(error("*Vertices 2\n2 a\n1 b\n"), "g.net:3: vertex 1 is there twice or not in order");
  EXPECT_EQ(error("*Edges\n"), "g.net: there is no *Vertices in the file");
}

// The manual of Pajek: a line is "v1 v2 value", then perhaps how it is drawn and when it is there.
TEST_F(Pajek, RefusesAWeightThatIsNoNumber) {
  EXPECT_EQ(error("*Vertices 2\n*Edges\n1 2 1,5\n"), "g.net:3: weight '1,5' is not a finite number");
  EXPECT_EQ(error("*Vertices 2\n*Arcs\n1 2 nan\n"), "g.net:3: weight 'nan' is not a finite number");
  EXPECT_THAT(read("*Vertices 2\n*Edges\n1 2 3 c Blue\n1 2 w 4\n1 2 [1-3]\n").list.weights, ElementsAre(3, 1, 1));
}

TEST_F(Pajek, SaysWhatALineMustHold) {
  EXPECT_EQ(error("*Vertices 2\n*Edges\n1\n"), "g.net:3: a line has two vertices and perhaps a weight");
  EXPECT_EQ(error("*Vertices 2\n*Edges\n0 1\n"), "g.net:3: '0' is no vertex from 1 to 2");
  EXPECT_EQ(error("*Vertices 2\n*Edgeslist\n1 x\n"), "g.net:3: 'x' is no vertex from 1 to 2");
  EXPECT_EQ(error("*Vertices\n"), "g.net:1: *Vertices must be followed by their number");
  EXPECT_EQ(error("*Vertices -1\n"), "g.net:1: *Vertices must be followed by their number");
  EXPECT_EQ(error("*Vertices 2\n*Vertices 2\n"), "g.net:2: more than one network in the file");
}

TEST_F(Pajek, HasAMatrixOfAllItsVertices) {
  EXPECT_EQ(error("*Vertices 2\n*Matrix\n0 1 0\n"), "g.net:3: *Matrix must have 2 rows of 2 numbers");
  EXPECT_EQ(error("*Vertices 1\n*Matrix\n0\n0\n"), "g.net:4: *Matrix must have 1 rows of 1 numbers");
  EXPECT_EQ(error("*Vertices 2\n*Matrix\n0 x\n"), "g.net:3: 'x' is not a finite number");
}

// A number alone must not take memory for as many nodes.
TEST_F(Pajek, DescribesTheVerticesItClaims) {
  EXPECT_EQ(error("*Vertices 2000000000\n1 a\n"), "g.net: *Vertices says 2,000,000,000, but only 1 are described");
  EXPECT_THAT(error("*Vertices 5000000000\n"), HasSubstr("g.net:1: 5,000,000,000 vertices: at most "));
}

TEST_F(Pajek, SkipsCommentsAndReadsVerticesWithoutALabel) {
  const GraphContents contents = read("% made by hand\n\n*Vertices 2\n1\n% Ben\n2\n*Edges\n\n1 2\n");
  EXPECT_EQ(contents.names, NodeNames({"1", "2"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}));
}

TEST_F(Pajek, WritesArcsOfADirectedGraph) {
  Dataset data;
  data.input.graph =
      build_graph({.nodes = 2, .entries = {{1, 0}}, .weights = {}}, {.directed = true}, RunContext()).graph;
  write_pajek(dir_ / "d.net", data, RunContext());
  EXPECT_EQ(testing::file_bytes(dir_ / "d.net"), "*Vertices 2\n1 \"0\"\n2 \"1\"\n*Arcs\n2 1\n");
}

TEST_F(Pajek, WritesWhatItReads) {
  Dataset data;
  data.input.graph =
      build_graph({.nodes = 3, .entries = {{0, 1}, {1, 2}}, .weights = {0.5, 2.0}}, {}, RunContext()).graph;
  data.names = NodeNames({"a b", "ö", "c"});
  write_pajek(dir_ / "w.net", data, RunContext());
  const GraphContents back = read_pajek(dir_ / "w.net", {}, RunContext());
  EXPECT_EQ(back.names, data.names);
  EXPECT_EQ(build_graph(back.list, {}, RunContext()).graph, data.input.graph);
  data.names = NodeNames({"a\"b", "ö", "c"});
  EXPECT_THROW(write_pajek(dir_ / "w.net", data, RunContext()), InvalidArgument);
}

TEST_F(Pajek, OfDamagedFilesNeverCrashes) {
  const std::string good =
      "*Vertices 4\n1 \"Anna B\" 0.1 0.2 ellipse age 41\n2 Ben\n*Edges\n1 2 2.5\n*Arcslist\n2 3 4\n";
  const testing::MemoryFile file("g.net");
  const testing::MemoryCap cap(std::uint64_t{512} << 20);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    testing::expect_result_or_error([&] { read_pajek(file.holding(testing::damaged(good, i)), {}, RunContext()); }, i);
  }
}

}  // namespace
}  // namespace cgsd
