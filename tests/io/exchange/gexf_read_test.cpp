#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/exchange/named_graph.hpp"
#include "cgsd/io/formats/gexf.hpp"

#include "tests/support/format_test.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/table_cells.hpp"

namespace cgsd {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class GexfRead : public testing::FormatTest<read_gexf> {
 protected:
  GexfRead() : FormatTest("g.gexf") {}
};

TEST_F(GexfRead, FindsNodesValuesDefaultsAndEdges) {
  const GraphContents contents = read(
      "<gexf xmlns:viz='x'><meta/><graph defaultedgetype='directed'><attributes class='node'><attribute id='0' "
      "title='age' "
      "type='integer'><default>30</default></attribute></attributes><attributes class='edge'><attribute id='0' "
      "title='kind'/>"
      "</attributes><nodes><node id='4' label='Anna'><attvalues><attvalue for='0' value='41'/></attvalues>"
      "<viz:position x='1'/><nodes><node id='5' label='Ben'/></nodes></node></nodes><edges>"
      "<edge id='0' source='5' target='4' weight='0.5'><attvalues><attvalue for='0' "
      "value='x'/></attvalues></edge></edges></graph></gexf>");
  EXPECT_EQ(contents.names, NodeNames({"Anna", "Ben"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 0}));
  EXPECT_THAT(contents.list.weights, ElementsAre(0.5));
  EXPECT_THAT(cells(contents, "age"), ElementsAre("41", "30"));
  EXPECT_EQ(contents.directed, true);
  EXPECT_THAT(contents.account, ElementsAre("nodes are called by their label", "values of edges left out: 'kind'"));
}

TEST_F(GexfRead, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error("<graphml/>"), "g.gexf:1:1: not GEXF: the first element is 'graphml'");
  EXPECT_EQ(error("<gexf/>"), "g.gexf: there is no graph in the file");
  EXPECT_THAT(error("<gexf><graph><nodes>\n<node id='1'/><node id='1'/></nodes></graph></gexf>"),
              HasSubstr("g.gexf:2:15: node id '1' is there twice"));
  EXPECT_THAT(error("<gexf><graph><nodes/><edges>\n<edge source='1' target='2'/></edges></graph></gexf>"),
              HasSubstr("g.gexf:2:1: the edge names node '1'"));
  EXPECT_THAT(error("<gexf><graph/><graph/></gexf>"), HasSubstr("more than one graph"));
}

TEST_F(GexfRead, SaysWhichAttributeOfAnElementIsMissing) {
  EXPECT_EQ(error("<gexf><graph><nodes>\n<node/></nodes></graph></gexf>"), "g.gexf:2:1: <node> has no attribute 'id'");
  EXPECT_EQ(error("<gexf><graph><edges>\n<edge source='1'/></edges></graph></gexf>"),
            "g.gexf:2:1: <edge> has no attribute 'target'");
  EXPECT_EQ(error("<gexf><graph>\n<attributes/></graph></gexf>"), "g.gexf:2:1: <attributes> has no attribute 'class'");
  EXPECT_EQ(error("<gexf><graph><attributes class='node'>\n<attribute title='x'/></attributes></graph></gexf>"),
            "g.gexf:2:1: <attribute> has no attribute 'id'");
  const std::string begin = "<gexf><graph><nodes><node id='1'><attvalues>\n";
  EXPECT_EQ(error(begin + "<attvalue value='1'/></attvalues></node></nodes></graph></gexf>"),
            "g.gexf:2:1: <attvalue> has no attribute 'id'");
  EXPECT_EQ(error(begin + "<attvalue for='0'/></attvalues></node></nodes></graph></gexf>"),
            "g.gexf:2:1: <attvalue> has no attribute 'value'");
}

// Of GEXF 1.1, where a value names its attribute by "id", and of files that declare no attributes.
TEST_F(GexfRead, FindsTheNameOfAValueHoweverItIsGiven) {
  const GraphContents contents = read(
      "<gexf><graph><attributes class='node'><attribute id='0' title='age'/><attribute id='city'/><other/></attributes>"
      "<nodes><other/><node id='a'><other/><attvalues><other/><attvalue id='0' value='41'/><attvalue for='city' "
      "value='Bonn'/>"
      "<attvalue for='height' value='1.7'/></attvalues></node><node id='b'/></nodes></graph></gexf>");
  EXPECT_THAT(cells(contents, "age"), ElementsAre("41", ""));
  EXPECT_THAT(cells(contents, "city"), ElementsAre("Bonn", ""));
  EXPECT_THAT(cells(contents, "height"), ElementsAre("1.7", ""));
}

TEST_F(GexfRead, KnowsThreeWordsForTheDirectionOfAnEdge) {
  const auto of_types = [&](const std::string& all, const std::string& one) {
    return read("<gexf><graph" + all +
                "><nodes><node id='a'/><node id='b'/></nodes><edges><edge source='a' target='b'" + one +
                "/></edges></graph></gexf>")
        .directed;
  };
  EXPECT_EQ(of_types("", " type='directed'"), true);
  EXPECT_EQ(of_types(" defaultedgetype='directed'", " type='undirected'"), false);
  EXPECT_EQ(of_types(" defaultedgetype='directed'", " type='mutual'"), false);
  EXPECT_EQ(of_types(" defaultedgetype='mutual'", ""), false);
  EXPECT_EQ(error("<gexf><graph><edges>\n<edge source='a' target='b' type='both'/></edges></graph></gexf>"),
            "g.gexf:2:1: type is 'both'; it must be directed or undirected");
  EXPECT_EQ(error("<gexf>\n<graph defaultedgetype='none'/></gexf>"),
            "g.gexf:2:1: defaultedgetype is 'none'; it must be directed or undirected");
}

// Gephi writes a weight as an attribute of the edge; others as a value that is called so.
TEST_F(GexfRead, TakesAWeightFromTheValuesUnlessTheEdgeHasOne) {
  const auto weights = [&](const std::string& edge) {
    return read(
               "<gexf><graph><attributes class='edge'><attribute id='0' title='Weight'/><attribute id='1' "
               "title='value'/>"
               "</attributes><nodes><node id='a'/></nodes><edges>" +
               edge + "</edges></graph></gexf>")
        .list.weights;
  };
  EXPECT_THAT(weights("<edge source='a' target='a'><attvalues><attvalue for='0' value='2.5'/></attvalues></edge>"),
              ElementsAre(2.5));
  EXPECT_THAT(
      weights("<edge source='a' target='a' weight='7'><attvalues><attvalue for='0' value='2.5'/></attvalues></edge>"),
      ElementsAre(7.0));
  EXPECT_THAT(weights("<edge source='a' target='a'><attvalues><attvalue for='1' value='3'/></attvalues></edge>"),
              ElementsAre(3.0));
  EXPECT_THAT(error("<gexf><graph><edges>\n<edge source='a' target='b' weight='1,5'/></edges></graph></gexf>"),
              HasSubstr("g.gexf:2:1: weight '1,5' is not a finite number"));
}

TEST_F(GexfRead, NamesValuesOfEdgesThatNobodyDeclared) {
  const GraphContents contents = read(
      "<gexf><graph mode='dynamic'><nodes><node id='a'/></nodes><edges><other/><edge source='a' target='a'><other/>"
      "<attvalues><attvalue for='since' value='1999'/><attvalue for='curvature' value='1'/></attvalues></edge></edges>"
      "</graph></gexf>");
  EXPECT_THAT(contents.account, ElementsAre("the graph changes with time: all times are read as one",
                                            "values of edges left out: 'since'"));
  EXPECT_TRUE(read("<gexf><graph mode='static'><nodes><node id='a'/></nodes></graph></gexf>").account.empty());
}

// The values of the outer node would otherwise be those of the inner one.
TEST_F(GexfRead, GivesNoNodeTheValuesOfAnother) {
  EXPECT_EQ(error("<gexf><graph><nodes><node id='a'><nodes><node id='b'/></nodes>\n<attvalues><attvalue for='x' "
                  "value='1'/></attvalues></node></nodes></graph></gexf>"),
            "g.gexf:2:1: the values of a node must stand before the nodes within it");
  const GraphContents contents = read(
      "<gexf><graph><nodes><node id='a'><edges><edge source='a' target='b'/></edges><attvalues><attvalue for='x' "
      "value='1'/></attvalues></node><node id='b'/></nodes></graph></gexf>");
  EXPECT_THAT(cells(contents, "x"), ElementsAre("1", ""));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}));
}

TEST_F(GexfRead, HasEveryIdOfAnAttributeOnce) {
  const std::string twice =
      "<attribute id='0' title='age'/>\n<attribute id='0' title='city'/></attributes></graph></gexf>";
  EXPECT_EQ(error("<gexf><graph><attributes class='node'>" + twice), "g.gexf:2:1: attribute id '0' is there twice");
  EXPECT_EQ(error("<gexf><graph><attributes class='edge'>" + twice), "g.gexf:2:1: attribute id '0' is there twice");
}

// A default belongs to the class of its attribute; what stands beside it (options) is not read.
TEST_F(GexfRead, KeepsDefaultsOfEdgesFromNodes) {
  const GraphContents contents = read(
      "<gexf><graph><attributes class='node'><attribute id='0' title='age'/></attributes><attributes class='edge'>"
      "<attribute id='0' title='kind'><options>x|y</options><default>x</default></attribute></attributes><nodes>"
      "<node id='a'><attvalues><attvalue for='0' value='41'/></attvalues></node><node id='b'/></nodes></graph></gexf>");
  EXPECT_THAT(cells(contents, "age"), ElementsAre("41", ""));
}

TEST_F(GexfRead, OfDamagedFilesNeverCrashes) {
  const std::string good =
      "<gexf><graph><attributes class='node'><attribute id='0' title='age'/></attributes><nodes><node id='1' label='a'>"
      "<attvalues><attvalue for='0' value='1'/></attvalues></node></nodes><edges><edge source='1' "
      "target='1'/></edges></graph></gexf>";
  const testing::MemoryFile file("g.gexf");
  for (std::uint64_t i = 0; i < 2000; ++i) {
    testing::expect_result_or_error([&] { read_gexf(file.holding(testing::damaged(good, i)), {}, RunContext()); }, i);
  }
}

}  // namespace
}  // namespace cgsd
