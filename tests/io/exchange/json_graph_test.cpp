#include "cgsd/io/exchange/json_graph.hpp"

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

class JsonGraph : public testing::FormatTest<read_json_graph> {
 protected:
  JsonGraph() : FormatTest("g.json") {}
};

TEST_F(JsonGraph, ReadsNodeLinkData) {
  const GraphContents contents = read(
      R"({"directed": true, "multigraph": true, "graph": {"name": "x"}, "nodes": [{"id": "a", "age": 41.50, "tags": [1, 2]},
          {"id": "b", "age": null, "ok": true, "deep": {"x": 1}}],
          "links": [{"source": "b", "target": "a", "weight": 2, "key": 0}, {"source": "a", "target": "b", "key": 1}]})");
  EXPECT_EQ(contents.names, NodeNames({"a", "b"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 0}, Entry{0, 1}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.0, 1.0));
  EXPECT_THAT(cells(contents, "age"), ElementsAre("41.50", ""));
  EXPECT_THAT(cells(contents, "tags"), ElementsAre("1 2", ""));
  EXPECT_THAT(cells(contents, "ok"), ElementsAre("", "true"));
  EXPECT_EQ(contents.directed, true);
  EXPECT_THAT(contents.account, ElementsAre("1 of 2 edges have no weight: 1"));
}

TEST_F(JsonGraph, ReadsLinksByPlaceAndByName) {
  const char* nodes = R"({"nodes": [{"name": "a"}, {"name": "b"}], "links": [{"source": )";
  for (const char* link :
       {"1, \"target\": 0}]}", "\"b\", \"target\": \"a\"}]}", "{\"id\": \"b\"}, \"target\": {\"id\": \"a\"}}]}"}) {
    const GraphContents contents = read(std::string(nodes) + link);
    EXPECT_EQ(contents.names, NodeNames({"a", "b"})) << link;
    EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 0})) << link;
  }
  // networkx before 2.0: nodes have ids, links name places.
  const GraphContents old = read(R"({"nodes": [{"id": "x"}, {"id": "y"}], "links": [{"source": 0, "target": 1}]})");
  EXPECT_EQ(old.names, NodeNames({"x", "y"}));
  EXPECT_THAT(old.account, ElementsAre("edges name nodes by their place in the list of nodes"));
}

TEST_F(JsonGraph, ReadsOtherProgramsToo) {
  const std::vector<std::string> files = {
      R"({"elements": [{"data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"source": "a", "target": "b"}}]})",
      R"([{"group": "nodes", "data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"id": "e", "source": "a", "target": "b"}}])",
      R"({"graph": {"directed": false, "nodes": {"a": {"label": "x"}, "b": {}}, "edges": [{"source": "a", "target": "b"}]}})",
      R"({"nodes": [{"key": "a", "attributes": {"x": 1}}, {"key": "b"}], "edges": [{"source": "a", "target": "b"}]})",
      R"({"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"from": "a", "to": "b"}]})",
      R"({"nodes": ["a", "b"], "edges": [["a", "b"]]})",
      R"([{"source": "a", "target": "b"}])"};
  for (const std::string& file : files) {
    const GraphContents contents = read(file);
    EXPECT_EQ(contents.names, NodeNames({"a", "b"})) << file;
    EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1})) << file;
  }
}

// Python's json writes NaN, which is no JSON.
TEST_F(JsonGraph, TakesNanForAMissingValueButNotInTexts) {
  const GraphContents contents = read(
      R"({"nodes": [{"id": 0, "v": NaN, "t": "NaN \" NaN"}, {"id": 1, "v": -Infinity}, {"id": 2, "v": 3}], "edges": []})");
  EXPECT_THAT(cells(contents, "v"), ElementsAre("", "", "3"));
  EXPECT_THAT(cells(contents, "t"), ElementsAre("NaN \" NaN", "", ""));
}

TEST_F(JsonGraph, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(error("{\"nodes\": [\n{\"id\": 1},\n{\"id\" 2}]}"), HasSubstr("g.json:3:8: not well-formed JSON: "));
  EXPECT_THAT(error("{\"a\": 1, \"b\": []}"), HasSubstr("this JSON holds no graph"));
  EXPECT_THAT(error("{\"a\": 1, \"b\": []}"), HasSubstr("it holds 'a', 'b'"));
  EXPECT_THAT(error("3"), HasSubstr("this JSON holds no graph"));
  EXPECT_THAT(error(""), HasSubstr("not well-formed JSON"));
  EXPECT_THAT(error(R"({"nodes": [{"id": 1}], "edges": [{"source": 1}]})"), HasSubstr("no source or no target"));
  EXPECT_THAT(error(R"({"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 2}]})"), HasSubstr("names node '2'"));
  EXPECT_THAT(error(R"({"nodes": [{"id": 1}, {"name": "x"}], "edges": []})"), HasSubstr("some have none"));
}

TEST_F(JsonGraph, TakesNoMemberForWhatItIsNot) {
  EXPECT_EQ(read(R"({"directed": 1, "nodes": ["a"], "edges": []})").directed, true);
  EXPECT_EQ(read(R"({"directed": 0, "nodes": ["a"], "edges": []})").directed, false);
  EXPECT_THAT(error(R"({"elements": 3, "edges": {"a": "b"}, "graph": [1]})"), HasSubstr("this JSON holds no graph"));
  EXPECT_EQ(read(R"({"nodes": {"a": {}, "count": 3}, "edges": []})").names, NodeNames({"a"})) << "3 is no node";
  EXPECT_EQ(read(R"({"nodes": ["a", ["b"]], "edges": []})").names, NodeNames({"a"})) << "a list is no node";
}

// React Flow has ids beside "data"; without them its nodes were numbered, and edges led to others.
TEST_F(JsonGraph, KeepsTheIdsBesideData) {
  const GraphContents contents = read(
      R"({"nodes": [{"id": "1", "position": {"x": 0}, "type": "input", "data": {"age": 41, "id": "db7"}},
                    {"data": {"age": 38, "id": "db8"}, "id": "0", "selected": true}],
          "edges": [{"id": "e", "source": "1", "target": "0", "animated": true, "data": {"weight": 2}}]})");
  EXPECT_EQ(contents.names, NodeNames({"1", "0"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.0));
  EXPECT_THAT(cells(contents, "age"), ElementsAre("41", "38"));
  EXPECT_EQ(contents.table.columns.size(), 1u) << "type and selected are about drawing";
}

TEST_F(JsonGraph, FindsTheEndsOfEdgesWithinObjects) {
  const GraphContents contents = read(
      R"({"nodes": [{"id": "a"}, {"id": "b"}],
          "edges": [{"source": {"name": "x", "id": "a"}, "target": {"id": "b"}, "style": {"id": "c"}, "weight": "",
                     "value": 2, "data": {"tags": [1, 2]}}]})");
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 1}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.0));
  EXPECT_THAT(error(R"({"nodes": [{"id": "a"}], "edges": [{"target": "a"}]})"), HasSubstr("no source or no target"));
  EXPECT_THAT(error(R"({"nodes": [{"id": "a"}], "edges": [{"source": "", "target": "a"}]})"),
              HasSubstr("no source or no target"));
}

TEST_F(JsonGraph, IsNotHarmedByNesting) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  EXPECT_THAT(error(std::string(20'000'000, '[')), HasSubstr("nested deeper than 1,000"));
  std::string objects;
  for (int i = 0; i < 2'000'000; ++i) objects += "{\"graph\":";
  EXPECT_THAT(error(objects), HasSubstr("nested deeper than 1,000"));
}

TEST_F(JsonGraph, OfDamagedFilesNeverCrashes) {
  const std::string good =
      R"({"nodes": [{"id": "a", "v": [1, 2]}, {"id": "b"}], "links": [{"source": "b", "target": "a", "weight": 2}]})";
  const testing::MemoryFile file("g.json");
  for (std::uint64_t i = 0; i < 3000; ++i) {
    testing::expect_result_or_error([&] { read_json_graph(file.holding(testing::damaged(good, i)), {}, RunContext()); },
                                    i);
  }
}

}  // namespace
}  // namespace cgsd
