#include "cgsd/io/tables/table_load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A graph of `nodes` nodes, numbered or named; it can be read again with more nodes.
GraphToRead graph_of(NodeId nodes, const std::vector<std::string>& names, bool edge_list) {
  return {"g.csv", edge_list, [=](std::optional<NodeId> expected) {
            if (expected && *expected < nodes) throw ParseError({"g.csv", 1, 1}, "node id too large");
            GraphContents contents;
            contents.list.nodes = expected.value_or(nodes);
            contents.names = NodeNames(names);
            return contents;
          }};
}

class TableLoad : public ::testing::Test {
 protected:
  GraphWithTable load(const GraphToRead& graph, const std::string& text) {
    return load_with_table(graph, dir_.file("x.csv", text), {}, RunContext());
  }
  std::string refusal(const GraphToRead& graph, const std::string& text) {
    return testing::error_text([&] { load(graph, text); });
  }
  testing::TemporaryDirectory dir_;
};

TEST_F(TableLoad, AddsNodesWithoutEdgesByName) {
  const GraphWithTable named = load(graph_of(2, {"b", "a"}, true), "id,x\na,1\nc,2\nb,3\n");
  EXPECT_EQ(named.contents.names, NodeNames({"b", "a", "c"}));
  EXPECT_THAT(named.found.attributes.dense().values(), ElementsAre(3, 1, 2));
  const GraphWithTable numbered = load(graph_of(3, {}, true), "id,x\n4,1\n3,2\n2,9\n1,4\n0,3\n");
  EXPECT_TRUE(numbered.contents.names.none()) << "the numbers go on";
  EXPECT_EQ(numbered.contents.list.nodes, 5u);
  EXPECT_THAT(numbered.found.attributes.dense().values(), ElementsAre(3, 4, 9, 2, 1));
  const GraphWithTable gap = load(graph_of(3, {}, true), "id,x\n7,1\n2,5\n1,4\n0,3\n");
  EXPECT_EQ(gap.contents.names, NodeNames({"0", "1", "2", "7"}));
}

TEST_F(TableLoad, TakesRowsInOrderOnlyIfNodesHaveOne) {
  EXPECT_THAT(load(graph_of(2, {}, true), "x\n1\n5\n").found.account,
              Contains("no column holds names of nodes: rows taken in their order"));
  EXPECT_EQ(load(graph_of(2, {}, true), "x\n1\n5\n7\n").contents.list.nodes, 3u);
  EXPECT_THAT(refusal(graph_of(2, {"b", "a"}, true), "x\n1\n5\n"),
              HasSubstr("x.csv:1:1: no column holds the names of the nodes ('b', 'a', …)"));
  EXPECT_EQ(load(graph_of(2, {"b", "a"}, false), "x\n1\n5\n").found.attributes.rows(), 2u)
      << "the file lists its nodes";
}

TEST_F(TableLoad, BlamesTheTableForTheWrongNumberOfRows) {
  EXPECT_EQ(refusal(graph_of(4, {}, true), "x\n1\n5\n"),
            "x.csv:3:1: 2 rows without ids of nodes, but g.csv has 4 nodes");
  EXPECT_EQ(refusal(graph_of(2, {}, false), "x\n1\n5\n6\n"),
            "x.csv:4:1: 3 rows without ids of nodes, but g.csv has 2 nodes");
}

}  // namespace
}  // namespace cgsd
