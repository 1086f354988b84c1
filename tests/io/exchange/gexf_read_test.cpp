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
