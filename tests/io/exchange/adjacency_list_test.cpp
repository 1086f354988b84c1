#include "cgsd/io/exchange/adjacency_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using testing::TemporaryDirectory;

class AdjacencyList : public ::testing::Test {
 protected:
  GraphContents read(std::string_view bytes, const GraphReadOptions& options = {}) const {
    return read_adjacency_list(dir_.file("g.adjlist", bytes), options, RunContext());
  }
  GraphContents read_edges(std::string_view bytes) const {
    return read_networkx_edges(dir_.file("g.edgelist", bytes), {}, RunContext());
  }
  TemporaryDirectory dir_;
};

TEST_F(AdjacencyList, JoinsTheFirstNodeOfALineToTheOthers) {
  const GraphContents contents = read("#/home/me/make.py\n# GMT\n#\n0 3 1\n1 2\n2\n3\n");
  EXPECT_TRUE(contents.names.none()) << "0 … 3 in any order of appearance";
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 3}, Entry{0, 1}, Entry{1, 2}));
  EXPECT_EQ(read("b a\nc\n").names, NodeNames({"b", "a", "c"}));
  EXPECT_EQ(read("b;a;c\n").list.entries.size(), 2u);
}

TEST_F(AdjacencyList, TakesNumbersForIndicesIfTheCallerKnowsHowMany) {
  GraphReadOptions five;
  five.expected_nodes = 5;
  EXPECT_EQ(read("0 3\n", five).list.nodes, 5u);
  EXPECT_THAT(read("0 3\n", five).list.entries, ElementsAre(Entry{0, 3}));
  EXPECT_EQ(read("10 30\n").names, NodeNames({"10", "30"}));
}

TEST_F(AdjacencyList, OfNetworkxFindsWeightsInDictionaries) {
  const GraphContents contents = read_edges("b a {'weight': 2.5, 'kind': 'x, y'}\na c {}\n");
  EXPECT_EQ(contents.names, NodeNames({"b", "a", "c"}));
  EXPECT_THAT(contents.list.weights, ElementsAre(2.5, 1.0));
  EXPECT_THAT(contents.account, ElementsAre("1 of 2 edges have no weight: 1", "values of edges left out: 'kind'"));
  EXPECT_EQ(error_text([&] { read_edges("a b {'x'}\n"); }), "g.edgelist:1: '{'x'}' is no dictionary of Python");
  EXPECT_EQ(error_text([&] { read_edges("a {}\n"); }), "g.edgelist:1: expected two nodes and a dictionary in {…}");
  EXPECT_EQ(error_text([&] { read_edges("a b {'weight': 'x'}\n"); }),
            "g.edgelist:1: weight 'x' is not a finite number");
}

TEST_F(AdjacencyList, SaysWhatIsWrongAndWhere) {
  const auto refusal = [&](const char* bytes) { return error_text([&] { read(bytes); }); };
  EXPECT_EQ(refusal("# nothing\n\n"), "g.adjlist: no edges");
  EXPECT_EQ(refusal("a,b\n\"c,d\n"), "g.adjlist:2: this quote is not closed");
  EXPECT_EQ(refusal("a,b\n\"c\"x,d\n"), "g.adjlist:2: text after the closing quote");
}

TEST_F(AdjacencyList, SkipsLinesWithoutANode) {
  EXPECT_THAT(read("a,b,\n,,\nb,c\n").list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_EQ(read("a,\"\",b\n").names, NodeNames({"a", "", "b"})) << "in quotes, nothing is a name";
}

// Names with zeros in front, or below zero, are texts: 007 is not 7.
TEST_F(AdjacencyList, TakesOnlyPlainNumbersForNumbers) {
  EXPECT_EQ(read("7 007\n").names, NodeNames({"7", "007"}));
  EXPECT_EQ(read("7 -1\n").names, NodeNames({"7", "-1"}));
  GraphReadOptions five;
  five.expected_nodes = 5;
  EXPECT_THAT(error_text([&] { read("0 5\n", five); }),
              ::testing::HasSubstr("the file has 2 nodes, but 5 are expected"));
}

TEST_F(AdjacencyList, OfNetworkxMayHaveNoDictionary) {
  EXPECT_THAT(read_edges("a b\nb c {'weight': None, 'value': 3}\n").list.weights, ElementsAre(1.0, 3.0));
}

TEST_F(AdjacencyList, HoldsNoWeightsButDirections) {
  Dataset data;
  data.input.graph =
      build_graph({.nodes = 2, .entries = {{1, 0}}, .weights = {}}, {.directed = true}, RunContext()).graph;
  write_adjacency_list(dir_ / "d.adjlist", data, RunContext());
  EXPECT_EQ(testing::file_bytes(dir_ / "d.adjlist"), "0\n1 0\n");
  data.input.graph = build_graph({.nodes = 2, .entries = {{1, 0}}, .weights = {2.0}}, {}, RunContext()).graph;
  EXPECT_EQ(error_text<InvalidArgument>([&] { write_adjacency_list(dir_ / "w.adjlist", data, RunContext()); }),
            "an adjacency list cannot hold weights; write .csv, .gml or .graphml");
}

TEST_F(AdjacencyList, WritesWhatItReads) {
  Dataset data;
  data.input.graph = build_graph({.nodes = 4, .entries = {{0, 1}, {1, 2}}, .weights = {}}, {}, RunContext()).graph;
  write_adjacency_list(dir_ / "w.adjlist", data, RunContext());
  EXPECT_EQ(testing::file_bytes(dir_ / "w.adjlist"), "0 1\n1 2\n2\n3\n");
  const GraphContents back = read_adjacency_list(dir_ / "w.adjlist", {}, RunContext());
  EXPECT_EQ(build_graph(back.list, {}, RunContext()).graph, data.input.graph);
}

}  // namespace
}  // namespace cgsd
