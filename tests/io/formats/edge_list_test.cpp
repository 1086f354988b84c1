#include "cgsd/io/formats/edge_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using ::testing::IsEmpty;
using testing::TemporaryDirectory;

class EdgeList : public ::testing::Test {
 protected:
  GraphContents read(std::string_view bytes, const GraphReadOptions& options = {}) const {
    return read_edge_list(dir_.file("edges.txt", bytes), options, RunContext());
  }
  std::string error(std::string_view bytes, const GraphReadOptions& options = {}) const {
    return error_text([&] { read(bytes, options); });
  }
  TemporaryDirectory dir_;
};

std::vector<std::string> names_of(const GraphContents& contents) {
  std::vector<std::string> names;
  for (NodeId node = 0; node < contents.names.size(); ++node) names.emplace_back(contents.names.view(node));
  return names;
}

TEST_F(EdgeList, ReadsTheSameEdgesWithEveryDelimiter) {
  for (const char* text :
       {"0 1\n1 2\n", "0,1\n1,2\n", "0\t1\n1\t2\n", "0;1\n1;2\n", "  0   1 \n1\t \t2\n", "0, 1\n1 ,2\n"}) {
    const GraphContents contents = read(text);
    EXPECT_EQ(contents.list.nodes, 3u) << text;
    EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2})) << text;
    EXPECT_THAT(contents.list.weights, IsEmpty()) << text;
    EXPECT_TRUE(contents.names.none()) << text;
  }
}

TEST_F(EdgeList, SkipsCommentsBlankLinesWindowsLineEndsAndTheByteOrderMark) {
  const GraphContents contents =
      read("\xef\xbb\xbf# one \"quote\r\n\r\n% two\r\n0 1\r\n  // three\r\n \t \r\n1 2\r\n#end");
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
}

TEST_F(EdgeList, ReadsTheLastLineWithoutItsNewline) {
  EXPECT_THAT(read("0 1\n1 2").list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_THAT(read("0,1\n1,0.5e1\r").list.entries.size(), 2u) << "a lone carriage return at the end is a line end";
}

TEST_F(EdgeList, ReadsGzip) {
  EXPECT_THAT(read(testing::gzipped("0 1\n1 2\n")).list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
}

TEST_F(EdgeList, TakesAThirdColumnForTheWeight) {
  const GraphContents contents = read("0 1 0.5\n1 2 -3\n2 0 1e-3\n0 2 +7\n");
  EXPECT_THAT(contents.list.weights, ElementsAre(0.5, -3.0, 0.001, 7.0));
}

TEST_F(EdgeList, FindsColumnsByNameWhereverTheyStand) {
  const GraphContents contents = read("Weight;comment;TARGET;Source\n2.5;x;1;0\n1;\"y;z\";2;1\n");
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.5, 1.0));
  for (const char* header : {"from,to", "src,dst", "u,v", "node1,node2", "id_1,id_2", "\"Source\",\"Target\"",
                             "FromNodeId,ToNodeId", "from node,to-node"}) {
    EXPECT_EQ(read(std::string(header) + "\na,b\n").list.entries.size(), 1u) << header;
  }
}

TEST_F(EdgeList, PrefersTheMoreTellingPairOfColumns) {
  EXPECT_THAT(read("id1,target,source,id2\n7,1,0,9\n").list.entries, ElementsAre(Entry{0, 1}));
}

TEST_F(EdgeList, TakesWordsAboveNumbersForAHeader) {
  const GraphContents contents = read("person,friend,since\n0,1,1999\n# comment\n1,2,2001\n");
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_THAT(contents.list.weights, IsEmpty()) << "a column of another name is not the weight";
  EXPECT_THAT(read("person,friend,weight\n0,1,1999\n").list.weights, ElementsAre(1999.0));
}

TEST_F(EdgeList, TakesWordsAboveWordsForAnEdge) {
  const GraphContents contents = read("anna berta\nberta carla\n");
  EXPECT_THAT(names_of(contents), ElementsAre("anna", "berta", "carla"));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_THAT(names_of(read("anna berta 2\n1 2 3\n")), ElementsAre("anna", "berta", "1", "2"))
      << "a number in the first line: it is no header";
}

TEST_F(EdgeList, MentionsAFirstLineOfNamesThatNoOtherLineHas) {
  EXPECT_THAT(read("person,friend\nAnn,Bob\nBob,Eve\nEve,Ann\n").account,
              ElementsAre("the first line was read as an edge, 'person' – 'friend'; remove it if it is a heading"));
  EXPECT_THAT(read("Ann,Bob\nBob,Eve\n").account, IsEmpty());
  EXPECT_THAT(read("source,target\nAnn,Bob\nEve,Kim\n").account, IsEmpty());
  EXPECT_THAT(read("Ann,Bob\n").account, IsEmpty()) << "there is no other line";
}

TEST_F(EdgeList, NumbersTextByFirstAppearance) {
  const GraphContents contents = read("b,a\nc,b\n7,a\n");
  EXPECT_THAT(names_of(contents), ElementsAre("b", "a", "c", "7"));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{2, 0}, Entry{3, 1}));
  EXPECT_EQ(contents.list.nodes, 4u);
}

TEST_F(EdgeList, NumbersWholeNumbersWithGapsInAscendingOrder) {
  const GraphContents contents = read("30 7\n7 100\n");
  EXPECT_THAT(names_of(contents), ElementsAre("7", "30", "100"));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 0}, Entry{0, 2}));
  const GraphContents huge = read("9223372036854775807 5\n5 4000000000\n");
  EXPECT_THAT(names_of(huge), ElementsAre("5", "4000000000", "9223372036854775807"));
  EXPECT_THAT(huge.list.entries, ElementsAre(Entry{2, 0}, Entry{0, 1}));
}

TEST_F(EdgeList, KeepsTheSpellingOfNumbersWithLeadingZeros) {
  EXPECT_THAT(names_of(read("010 007\n7 010\n")), ElementsAre("7", "007", "010"));
  EXPECT_TRUE(read("00 01\n", {.ids = IdKind::index}).names.none());
  EXPECT_THAT(read("00 01\n", {.ids = IdKind::index}).list.entries, ElementsAre(Entry{0, 1}));
}

TEST_F(EdgeList, UndoesQuotes) {
  const GraphContents contents = read("source,target\n\"a, \"\"b\"\"\",\" c \"\n\"two\nlines\" , \"\"\n");
  EXPECT_THAT(names_of(contents), ElementsAre("a, \"b\"", " c ", "two\nlines", ""));
  EXPECT_THAT(read("\"0\",\"1\"\n\"1\",\"2\"\n").list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
}

TEST_F(EdgeList, PrefersTabsToCommasInsideNames) {
  EXPECT_THAT(names_of(read("Doe, A\tRoe, B C\n")), ElementsAre("Doe, A", "Roe, B C"));
}

TEST_F(EdgeList, TakesIdsForIndicesOnRequest) {
  const GraphContents contents = read("3 5\n", {.ids = IdKind::index});
  EXPECT_EQ(contents.list.nodes, 6u);
  EXPECT_TRUE(contents.names.none());
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{3, 5}));
}

TEST_F(EdgeList, TakesIdsForNamesOnRequest) {
  EXPECT_THAT(names_of(read("1 0\n", {.ids = IdKind::name})), ElementsAre("0", "1"));
  EXPECT_THAT(names_of(read("-1 0\n", {.ids = IdKind::name})), ElementsAre("-1", "0")) << "any text is a name";
}

TEST_F(EdgeList, HoldsIdsToTheExpectedNumberOfNodes) {
  EXPECT_EQ(read("0 1\n", {.expected_nodes = 5}).list.nodes, 5u);
  EXPECT_EQ(error("0 1\n17 9999\n", {.expected_nodes = 2708}), "edges.txt:2:4: node id 9999 ≥ node count 2708");
  EXPECT_EQ(error("0 a\n", {.expected_nodes = 3}), "edges.txt:1:3: node id 'a' is not a whole number");
}

TEST_F(EdgeList, LooksIdsUpInTheNodeTable) {
  const NodeNames known({"x", "10", "y"});
  const GraphContents contents = read("y 10\n10 x\n", {.known_names = &known});
  EXPECT_EQ(contents.list.nodes, 3u);
  EXPECT_EQ(contents.names, known);
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{2, 1}, Entry{1, 0}));
  EXPECT_EQ(error("y 10\n10  z\n", {.known_names = &known}), "edges.txt:2:5: node id 'z' is not in the node table");
  const GraphReadOptions by_index{.ids = IdKind::index, .known_names = &known};
  EXPECT_THAT(read("0 2\n", by_index).list.entries, ElementsAre(Entry{0, 2}));
  EXPECT_EQ(error("0 3\n", by_index), "edges.txt:1:3: node id 3 ≥ node count 3");
}

TEST_F(EdgeList, TakesTheNumberOfNodesFromOurCommentLine) {
  EXPECT_EQ(read("# cgsd nodes=9 directed=false\n3 5\n").list.nodes, 9u);
  EXPECT_EQ(read("# cgsd nodes=4 directed=false\n").list.nodes, 4u) << "no edges at all";
  EXPECT_EQ(read("0 1\n# cgsd nodes=9\n").list.nodes, 2u) << "only before the first edge";
  EXPECT_EQ(read("# cgsd nodes=9\n0 1\n", {.expected_nodes = 2}).list.nodes, 2u);
  EXPECT_THAT(names_of(read("# cgsd nodes=2 directed=false ids=name\n1 0\n")), ElementsAre("0", "1"));
}

TEST_F(EdgeList, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const RunContext run({.workers = 2, .stop = source.get_token()});
  EXPECT_THROW(read_edge_list(dir_.file("edges.txt", "0 1\n"), {}, run), Cancelled);
}

}  // namespace
}  // namespace cgsd
