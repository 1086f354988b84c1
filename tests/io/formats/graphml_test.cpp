#include "cgsd/io/formats/graphml.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/format_test.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/table_cells.hpp"

namespace cgsd {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Graphml : public testing::FormatTest<read_graphml> {
 protected:
  Graphml() : FormatTest("g.graphml") {}
  // The body of a graph element, from line 1.
  GraphContents read_body(std::string_view body, const GraphReadOptions& options = {}) const {
    return read(fmt::format("<graphml><graph edgedefault=\"undirected\">{}</graph></graphml>", body), options);
  }
};

constexpr const char* kWeighted = R"(<?xml version="1.0" encoding="UTF-8"?>
<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">
  <g:key id="d0" for="node" attr.name="weight" attr.type="double"><g:default>7</g:default></g:key>
  <g:key id="d1" for="edge" attr.name="weight" attr.type="double"><g:default>2.5</g:default></g:key>
  <g:key id="d2" for="edge" attr.name="colour" attr.type="string"/>
  <g:graph edgedefault="undirected">
    <g:node id="b"><g:data key="d0">3</g:data><g:port name="p"/></g:node>
    <g:node id="a"/>
    <g:edge source="b" target="a"><g:data key="d2">9</g:data><g:data key="d1"> 0.25 </g:data></g:edge>
    <g:edge source="a" target="c" sourceport="p"/>
    <g:node id="c"/>
  </g:graph>
</g:graphml>
)";

TEST_F(Graphml, ReadsNodesEdgesAndWeights) {
  const GraphContents contents = read(kWeighted);
  EXPECT_EQ(contents.list.nodes, 3u);
  EXPECT_EQ(contents.names, NodeNames({"b", "a", "c"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_THAT(contents.list.weights, ElementsAre(0.25, 2.5));
  EXPECT_EQ(read(testing::gzipped(kWeighted)).names, contents.names);
}

TEST_F(Graphml, HasNoWeightsWithoutAWeightKey) {
  EXPECT_THAT(read_body("<node id='a'/><node id='b'/><edge source='a' target='b'/>").list.weights, IsEmpty());
}

TEST_F(Graphml, GivesEdgesWithoutAWeightTheWeightOne) {
  const GraphContents contents = read(
      "<graphml><key id='w' for='edge' attr.name='weight'/><graph><node id='0'/><node id='1'/>"
      "<edge source='0' target='1'/><edge source='1' target='0'><data key='w'>5</data></edge></graph></graphml>");
  EXPECT_THAT(contents.list.weights, ElementsAre(1.0, 5.0));
}

TEST_F(Graphml, NeedsNoNamesForNumbersInOrder) {
  EXPECT_TRUE(read_body("<node id='0'/><node id='1'/>").names.none());
  EXPECT_EQ(read_body("<node id='1'/><node id='0'/>").names, NodeNames({"1", "0"}));
  EXPECT_EQ(read_body("<node id='n0'/><node id='n1'/>").names, NodeNames({"n0", "n1"}));
}

TEST_F(Graphml, AllowsEdgesBeforeTheirNodes) {
  const GraphContents contents = read_body("<edge source='z' target='a'/><node id='a'/><node id='q'/><node id='z'/>");
  EXPECT_EQ(contents.names, NodeNames({"a", "q", "z"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{2, 0}));
}

TEST_F(Graphml, FindsUnknownNodesAndRepeatedOnes) {
  EXPECT_EQ(error("<graphml><graph>\n<node id='a'/>\n  <edge source='a' target='x'/>\n<edge source='y' "
                  "target='a'/></graph></graphml>"),
            "g.graphml:3:3: the edge names node 'x', which does not exist");
  EXPECT_EQ(error("<graphml><graph>\n<node id='a'/><node id='a'/></graph></graphml>"),
            "g.graphml:2:15: node id 'a' is there twice");
  EXPECT_EQ(error("<graphml><graph>\n<node/></graph></graphml>"), "g.graphml:2:1: <node> has no attribute 'id'");
  EXPECT_EQ(error("<graphml><graph>\n<edge source='a'/></graph></graphml>"),
            "g.graphml:2:1: <edge> has no attribute 'target'");
}

TEST_F(Graphml, RefusesWhatAGraphCannotHold) {
  EXPECT_THAT(error("<graphml><graph><hyperedge/></graph></graphml>"),
              HasSubstr(":1:17: hyperedges are not supported"));
  EXPECT_THAT(error("<graphml><graph><node id='a'><graph/></node></graph></graphml>"),
              HasSubstr("nested graphs are not supported"));
  EXPECT_THAT(error("<graphml><graph/><graph/></graphml>"), HasSubstr("more than one graph"));
  EXPECT_EQ(error("<graphml/>"), "g.graphml: there is no graph in the file");
  EXPECT_EQ(error("<gexf/>"), "g.graphml:1:1: not GraphML: the first element is 'gexf'");
}

// networkx writes a key for whole numbers and one for others (write_graphml of weights 1 and 2.5).
TEST_F(Graphml, TakesWeightsOfSeveralKeysButOneForEachEdge) {
  const std::string begin =
      "<graphml><key id='d1' for='edge' attr.name='weight' attr.type='double'/><key id='d0' for='edge' "
      "attr.name='weight' attr.type='long'/><graph><node id='a'/><node id='b'/>"
      "<edge source='a' target='b'><data key='d0'>1</data></edge>\n<edge source='b' target='b'><data "
      "key='d1'>2.5</data>";
  EXPECT_THAT(read(begin + "</edge></graph></graphml>").list.weights, ElementsAre(1.0, 2.5));
  EXPECT_EQ(error(begin + "<data key='d0'>2</data></edge></graph></graphml>"),
            "g.graphml:2:70: this edge has two weights");
}

// XML Schema spells a truth value in four ways, and the schema of GraphML has no other.
TEST_F(Graphml, TellsDirectedEdgesHoweverTheyAreSpelled) {
  const auto directed = [&](const char* edge) {
    return read_body(fmt::format("<node id='a'/><node id='b'/><edge source='a' target='b' {}/>", edge)).directed;
  };
  EXPECT_EQ(directed("directed='true'"), true);
  EXPECT_EQ(directed("directed='1'"), true);
  EXPECT_EQ(directed("directed='false'"), false);
  EXPECT_EQ(directed("directed='0'"), false);
  EXPECT_EQ(directed(""), false);
  EXPECT_EQ(error("<graphml><graph>\n<edge source='a' target='b' directed='yes'/></graph></graphml>"),
            "g.graphml:2:1: directed is 'yes'; it must be true or false");
}

TEST_F(Graphml, KnowsTwoWordsForTheDirectionOfAllEdges) {
  EXPECT_EQ(read("<graphml><graph edgedefault='directed'><node id='a'/></graph></graphml>").directed, true);
  EXPECT_EQ(error("<graphml>\n<graph edgedefault='Directed'/></graphml>"),
            "g.graphml:2:1: edgedefault is 'Directed'; it must be directed or undirected");
}

TEST_F(Graphml, LosesNoValueOfAKeyThatIsNotDeclared) {
  EXPECT_EQ(error("<graphml><graph><node id='a'/>\n<edge source='a' target='a'><data "
                  "key='weight'>2</data></edge></graph></graphml>"),
            "g.graphml:2:29: no <key> before this has the id 'weight'");
  EXPECT_EQ(error("<graphml><graph><node id='a'>\n<data>2</data></node></graph></graphml>"),
            "g.graphml:2:1: <data> has no attribute 'key'");
  EXPECT_EQ(error("<graphml>\n<key for='node' attr.name='x'/></graphml>"),
            "g.graphml:2:1: <key> has no attribute 'id'");
  EXPECT_EQ(
      error("<graphml><key id='d' for='node' attr.name='x'/>\n<key id='d' for='edge' attr.name='weight'/></graphml>"),
      "g.graphml:2:1: key id 'd' is there twice");
}

// yEd: keys without a name are for drawing, and the label of a node lies in what is drawn.
TEST_F(Graphml, TakesTheLabelsThatYedDraws) {
  const GraphContents contents = read(
      "<graphml xmlns:y='http://www.yworks.com/xml/graphml'><key for='node' id='d6' yfiles.type='nodegraphics'/>"
      "<key for='edge' id='d9' yfiles.type='edgegraphics'/><key id='d4' for='node' attr.name='url'/>"
      "<key for='graph' id='d0' attr.name='Description'/><resources/>"
      "<graph edgedefault='undirected'><data key='d0'/>"
      "<node id='n0'><data key='d4'/><data "
      "key='d6'><y:ShapeNode><y:NodeLabel>Anna</y:NodeLabel></y:ShapeNode></data></node>"
      "<node id='n1'><data key='d6'><y:ShapeNode><y:NodeLabel> Ben </y:NodeLabel></y:ShapeNode></data></node>"
      "<edge source='n0' target='n1'><data key='d9'><y:PolyLineEdge><y:EdgeLabel>x</y:EdgeLabel>"
      "<y:NodeLabel>no node</y:NodeLabel></y:PolyLineEdge></data><desc>text</desc></edge></graph></graphml>");
  EXPECT_EQ(contents.names, NodeNames({"Anna", "Ben"}));
  EXPECT_TRUE(contents.table.none()) << "nothing but labels";
}

TEST_F(Graphml, GivesNodesWithoutAValueTheDefaultOfItsKey) {
  const GraphContents contents = read(
      "<graphml><key id='c' for='node' attr.name='colour'><desc>of a node</desc><default> red </default></key>"
      "<key id='s' attr.name='size'><default>3</default></key><key id='e' for='node' attr.name='empty'><default/></key>"
      "<key id='p' for='port' attr.name='side'/>"
      "<graph><node id='a'><data key='c'>blue</data><data key='p'>left</data></node><node id='b'><data "
      "key='s'>4</data></node></graph></graphml>");
  EXPECT_THAT(cells(contents, "colour"), ElementsAre("blue", "red"));
  EXPECT_THAT(cells(contents, "size"), ElementsAre("", "4"));
  EXPECT_EQ(contents.table.columns.size(), 2u);
}

TEST_F(Graphml, RefusesADefaultWeightThatIsNoNumber) {
  EXPECT_EQ(error("<graphml><key id='w' for='edge' attr.name='weight'>\n<default>heavy</default></key></graphml>"),
            "g.graphml:2:15: weight 'heavy' is not a finite number");
}

TEST_F(Graphml, NamesTheValuesOfEdgesItLeavesOut) {
  const GraphContents contents = read(
      "<graphml><key id='c' for='edge' attr.name='colour'/><key id='k' for='edge' attr.name='curvature'/><graph>"
      "<node id='a'/><edge source='a' target='a'><data key='c'>red</data><data "
      "key='k'>0.5</data></edge></graph></graphml>");
  EXPECT_THAT(contents.account, ElementsAre("values of edges left out: 'colour'"));
}

TEST_F(Graphml, RefusesWeightsThatAreNoNumbers) {
  const std::string begin =
      "<graphml><key id='w' for='edge' attr.name='weight'/><graph><node id='0'/>\n<edge source='0' target='0'><data "
      "key='w'>";
  for (const char* weight : {"", "nan", "INF", "1,5", "x"}) {
    EXPECT_THAT(error(begin + weight + "</data></edge></graph></graphml>"), HasSubstr("g.graphml:2:")) << weight;
  }
  EXPECT_THAT(error(begin + std::string(5000, '1') + "</data></edge></graph></graphml>"), HasSubstr("is not a number"));
}

TEST_F(Graphml, RefusesDoctypesAndEntities) {
  const std::string laughs =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [<!ENTITY a \"ha\"><!ENTITY b "
      "\"&a;&a;&a;&a;\">]>\n<graphml>&b;</graphml>";
  EXPECT_THAT(error(laughs), ::testing::MatchesRegex("g.graphml:2:[0-9]+: a DOCTYPE is not allowed here"));
  EXPECT_THAT(error("<!DOCTYPE graphml SYSTEM \"file:///etc/passwd\"><graphml/>"), HasSubstr("DOCTYPE"));
  EXPECT_THAT(error("<graphml>&outside;</graphml>"), HasSubstr("undefined entity"));
}

TEST_F(Graphml, ReportsMalformedXmlWithItsPlace) {
  EXPECT_EQ(error("<graphml>\n<graph>\n</node>"), "g.graphml:3:3: not well-formed XML: mismatched tag");
  EXPECT_THAT(error(""), HasSubstr("no element found"));
  EXPECT_THAT(error("1 2\n"), HasSubstr("g.graphml:1:1: not well-formed XML"));
  EXPECT_THAT(error("<graphml><graph>"), HasSubstr("no element found"));
  EXPECT_EQ(error(testing::gzipped(kWeighted).substr(0, 100)), "g.graphml: compressed data end early");
}

TEST_F(Graphml, RefusesDepthAndTagsBeyondReason) {
  std::string deep = "<graphml>";
  for (int i = 0; i < 100'000; ++i) deep += "<x>";
  EXPECT_THAT(error(deep), HasSubstr("nested deeper than 256"));
  EXPECT_THAT(error("<graphml a='" + std::string(30'000'000, 'x')), HasSubstr("a tag of more than 16 MB"));
}

TEST_F(Graphml, OfRandomBytesNeverCrashes) {
  RandomSequence random(RandomStream(9).named("garbage"));
  const std::string good = kWeighted;
  int parsed = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string bytes = good;
    for (std::uint64_t edit = 0; edit <= random.below(4); ++edit) {
      const std::size_t place = random.below(bytes.size());
      if (random.below(2) == 0) {
        bytes[place] = static_cast<char>(random.below(256));
      } else {
        bytes.erase(place, random.below(20));
      }
    }
    try {
      for (const GraphContents contents = read(bytes); const Entry& entry : contents.list.entries) {
        ASSERT_LT(std::max(entry.source, entry.target), contents.list.nodes);
      }
      ++parsed;
    } catch (const ParseError&) {
    }
  }
  EXPECT_GT(parsed, 0);
  EXPECT_LT(parsed, 1000);
}

TEST_F(Graphml, HoldsTheFileToWhatIsKnown) {
  const NodeNames known({"c", "b", "a", "d"});
  const GraphContents contents = read(kWeighted, {.known_names = &known});
  EXPECT_EQ(contents.list.nodes, 4u);
  EXPECT_EQ(contents.names, known);
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 2}, Entry{2, 0}));
  const NodeNames others({"a", "b"});
  EXPECT_EQ(error(kWeighted, {.known_names = &others}), "g.graphml:11:5: node id 'c' is not in the node table");
  EXPECT_EQ(error(kWeighted, {.expected_nodes = 2}), "g.graphml: the file has 3 nodes, but 2 are expected");
}

}  // namespace
}  // namespace cgsd
