#include "cgsd/io/exchange/gml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/format_test.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/table_cells.hpp"

namespace cgsd {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Gml : public testing::FormatTest<read_gml> {
 protected:
  Gml() : FormatTest("g.gml") {}
};

TEST_F(Gml, ReadsNodesEdgesWeightsAndValues) {
  const GraphContents contents = read(
      "Creator \"me\"\n# a comment [\ngraph [ directed 1 label \"people\"\n"
      "  node [ id 7 label \"Anna &amp; Ben\" age 41 graphics [ x 1.5 [ ] ] ]\n"
      "  node [ id 3 label \"D&#246;rte\" city \"K\xf6ln\" ]\n"
      "  edge [ source 3 target 7 weight 2.5 kind \"friend\" ] ]\n");
  EXPECT_EQ(contents.list.nodes, 2u);
  EXPECT_EQ(contents.names, NodeNames({"Anna & Ben", "D\xc3\xb6rte"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 0}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.5));
  EXPECT_THAT(cells(contents, "age"), ElementsAre("41", ""));
  EXPECT_THAT(cells(contents, "city"), ElementsAre("", "K\xc3\xb6ln"));
  EXPECT_EQ(contents.directed, true);
  EXPECT_THAT(contents.account, ElementsAre("nodes are called by their label", "values of edges left out: 'kind'"));
}

TEST_F(Gml, KeepsIdsIfLabelsDoNotTellNodesApart) {
  const GraphContents contents =
      read("graph [ node [ id 5 label \"x\" ] node [ id 6 label \"x\" ] edge [ source 5 target 6 ] ]");
  EXPECT_EQ(contents.names, NodeNames({"5", "6"}));
  EXPECT_THAT(cells(contents, "label"), ElementsAre("x", "x"));
  EXPECT_EQ(contents.directed, false);
  EXPECT_THAT(contents.list.weights, IsEmpty());
}

TEST_F(Gml, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error("graph [\n node [ label \"a\" ]\n]"), "g.gml:2:19: this node has no id");
  EXPECT_EQ(error("graph [\n node [ id 1 ]\n node [ id 1 ] ]"), "g.gml:3:14: node id '1' is there twice");
  EXPECT_THAT(error("graph [ node [ id 1 ]\n edge [ source 1 target 2 ] ]"), HasSubstr("g.gml:2:"));
  EXPECT_THAT(error("graph [ node [ id 1"), HasSubstr("the file ends inside a list: a ] is missing"));
  EXPECT_THAT(error("graph [ node [ id ]"), HasSubstr("a value is expected here"));
  EXPECT_EQ(error("graph [ node [ id 1 label \"a ]"), "g.gml:1:27: this quote is not closed");
  EXPECT_THAT(error("Version 1\n"), HasSubstr("there is no graph"));
  EXPECT_THAT(error("graph [ ] graph [ ]"), HasSubstr("more than one graph"));
  EXPECT_THAT(error("graph [ x @ ]"), HasSubstr("'@' is no name, number, text or bracket"));
}

// The grammar of GML asks for no blanks around brackets.
TEST_F(Gml, NeedsNoBlanksAroundBrackets) {
  const GraphContents contents = read(
      "graph[\vnode[\tid\f1 label\"Anna\"]\r\nnode[id 2 label\"Ben\"]# the end\nedge[source 1 target 2 id 9 key 0 "
      "curvature 0.5 Value 3]]");
  EXPECT_EQ(contents.names, NodeNames({"Anna", "Ben"}));
  EXPECT_THAT(contents.list.weights, ElementsAre(3.0));
  EXPECT_THAT(contents.account, ElementsAre("nodes are called by their label"));
}

TEST_F(Gml, SaysWhatIsExpected) {
  EXPECT_THAT(error("graph 1\n"), HasSubstr("there is no graph"));
  EXPECT_THAT(error("graph [ 1 2 ]"), HasSubstr("a name is expected here"));
  EXPECT_THAT(error("graph [ x"), HasSubstr("the file ends where a value or a ] is expected"));
  EXPECT_THAT(error("graph [ node [ id"), HasSubstr("the file ends where a value or a ] is expected"));
  EXPECT_THAT(error("graph [ x ] ]"), HasSubstr("a value is expected here"));
  EXPECT_THAT(error("graph [ edge [ source 1 ] ]"), HasSubstr("this edge has no target"));
  EXPECT_EQ(read("graph [ directed \"1\" node [ id 0 ] ]").directed, false) << "a number is asked for, not a text";
  EXPECT_EQ(read("graph [ _x 1 directed 0 node [ id 0 ] ]").directed, false);
}

TEST_F(Gml, RefusesWordsAndTextsBeyondReason) {
  const std::string endless((std::size_t{1} << 24) + 1, 'a');
  EXPECT_THAT(error("graph [ " + endless), HasSubstr("a word of more than 16 MB"));
  EXPECT_THAT(error("graph [ x \"" + endless), HasSubstr("a text of more than 16 MB"));
}

TEST_F(Gml, RefusesDepthsBeyondReason) {
  std::string deep = "graph [ x ";
  for (int i = 0; i < 100'000; ++i) deep += "[ x ";
  EXPECT_THAT(error(deep), HasSubstr("nested deeper than 256"));
}

TEST_F(Gml, OfDamagedFilesNeverCrashes) {
  const std::string good =
      "graph [ directed 0 node [ id 1 label \"a\" v 2 ] node [ id 2 label \"b\" ] edge [ source 1 target 2 weight 3 ] "
      "]";
  const testing::MemoryFile file("g.gml");
  for (std::uint64_t i = 0; i < 3000; ++i) {
    testing::expect_result_or_error([&] { read_gml(file.holding(testing::damaged(good, i)), {}, RunContext()); }, i);
  }
}

}  // namespace
}  // namespace cgsd
