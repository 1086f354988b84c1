#include "cgsd/io/formats/metis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"

#include "tests/support/format_test.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Metis : public testing::FormatTest<read_metis> {
 protected:
  Metis() : FormatTest("g.graph") {}
  Graph graph(std::string_view bytes) const { return build_graph(read(bytes).list, {}, RunContext()).graph; }
};

// The example of the METIS 5 manual: 7 nodes, 11 edges, without weights and with all of them.
constexpr const char* kManual = "7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n";
constexpr const char* kManualEdgeWeights =
    "7 11 001\n5 1 3 2 2 1\n1 1 3 2 4 1\n5 3 4 2 2 2 1 2\n2 1 3 2 6 2 7 5\n1 1 3 3 6 2\n5 2 4 2 7 6\n6 6 4 5\n";
constexpr const char* kManualVertexAndEdgeWeights =
    "7 11 011\n4 5 1 3 2 2 1\n2 1 1 3 2 4 1\n5 5 3 4 2 2 2 1 2\n3 2 1 3 2 6 2 7 5\n1 1 1 3 3 6 2\n6 5 2 4 2 7 6\n2 6 6 "
    "4 5\n";
constexpr const char* kManualThreeVertexWeights =
    "7 11 010 3\n1 2 0 5 3 2\n0 2 2 1 3 4\n4 1 1 5 4 2 1\n2 2 3 2 3 6 7\n1 1 1 1 3 6\n2 2 1 5 4 7\n1 2 1 6 4\n";

TEST_F(Metis, ReadsTheGraphsOfTheManual) {
  const Graph plain = graph(kManual);
  EXPECT_EQ(plain.nodes(), 7u);
  EXPECT_EQ(plain.edges(), 11u);
  EXPECT_FALSE(plain.weighted());
  EXPECT_THAT(plain.neighbours(0), ElementsAre(1, 2, 4));
  EXPECT_THAT(plain.neighbours(6), ElementsAre(3, 5));
  EXPECT_EQ(graph(kManualThreeVertexWeights), plain);
  const Graph weighted = graph(kManualEdgeWeights);
  EXPECT_TRUE(std::ranges::equal(weighted.targets(), plain.targets()));
  EXPECT_THAT(std::vector(weighted.weights().begin(), weighted.weights().begin() + 3), ElementsAre(1.0, 2.0, 1.0));
  EXPECT_DOUBLE_EQ(weighted.weights()[find_entry(weighted, 5, 6)], 6.0);
  EXPECT_EQ(graph(kManualVertexAndEdgeWeights), weighted);
}

TEST_F(Metis, SkipsVertexSizesAndComments) {
  EXPECT_THAT(read("% c\n\n2 1 100\n% d\n7 2\n9 1\n% e\n\n").list.entries, ElementsAre(Entry{0, 1}, Entry{1, 0}));
  EXPECT_THAT(read("2 1 111 2\n7 1 1 2 5\n9 1 1 1 5\n").list.weights, ElementsAre(5.0, 5.0));
}

TEST_F(Metis, TakesEmptyLinesForIsolatedNodes) {
  const GraphContents contents = read("4 1\n\n3\n2\r\n\n");
  EXPECT_EQ(contents.list.nodes, 4u);
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 2}, Entry{2, 1}));
  EXPECT_EQ(read("0 0\n").list.nodes, 0u);
}

TEST_F(Metis, RefusesBrokenHeaders) {
  EXPECT_EQ(error(""), "g.graph: the header line with the numbers of nodes and edges is missing");
  EXPECT_EQ(error("3\n"), "g.graph:1:2: number of edges is missing");
  EXPECT_EQ(error("3 x\n"), "g.graph:1:3: number of edges 'x' is not a whole number");
  EXPECT_EQ(error("3 1 7\n"), "g.graph:1:5: format '7' must be up to three digits 0 or 1");
  EXPECT_EQ(error("3 1 1111\n"), "g.graph:1:5: format '1111' must be up to three digits 0 or 1");
  EXPECT_EQ(error("3 1 010 x\n"), "g.graph:1:9: number of weights per node 'x' is not a whole number");
  EXPECT_EQ(error("3 1 010 1 1\n"), "g.graph:1:11: the header has at most four numbers");
  EXPECT_THAT(error("99999999999 1\n"), HasSubstr("at most 2147483647"));
}

TEST_F(Metis, ChecksTheNumberOfRowsAndEdges) {
  EXPECT_EQ(error("3 1\n2\n1\n"), "g.graph:3: the file ends after 2 of 3 rows");
  EXPECT_EQ(error("2 1\n2\n1\n1\n"), "g.graph:4:1: more rows than the 2 nodes declared");
  EXPECT_EQ(error("2 2\n2\n1\n"),
            "g.graph:3: the rows list 2 neighbours, but 2 edges are declared and each stands in two rows");
  EXPECT_THAT(error("2 1\n2\n\n"), HasSubstr("the rows list 1 neighbours"));
  EXPECT_EQ(error("2 1\n2\n1 1\n"), "g.graph:3:3: more neighbours than 1 edges have");
  EXPECT_EQ(error("2000000000 9000000000000000000\n2\n"), "g.graph:2: the file ends after 1 of 2000000000 rows");
}

TEST_F(Metis, ChecksEveryRow) {
  EXPECT_EQ(error("2 1\n2\n0\n"), "g.graph:3:1: node id 0: ids begin at 1 here");
  EXPECT_EQ(error("2 2\n2\n1 3\n"), "g.graph:3:3: node id 3 > node count 2");
  EXPECT_THAT(error("2 1\n-2\n1\n"), HasSubstr("g.graph:2:1: node id '-2' is not a whole number"));
  EXPECT_THAT(error("2 1\n99999999999999999999999\n1\n"), HasSubstr("g.graph:2:1: node id '99999999999999999999999'"));
  EXPECT_EQ(error("2 1 001\n2 1\n1\n"), "g.graph:3:2: weight of the last edge is missing");
  EXPECT_EQ(error("2 1 001\n2 nan\n1 1\n"), "g.graph:2:3: weight 'nan' is not a finite number");
  EXPECT_EQ(error("2 1 010 18446744073709551615\n1 2\n"), "g.graph:2:4: size or weight of the node is missing");
  EXPECT_EQ(error("2 1 010\nx 2\n1 1\n"), "g.graph:2:1: 'x' is not a number");
}

TEST_F(Metis, HoldsTheFileToWhatIsKnown) {
  const NodeNames names({"a", "b"});
  EXPECT_EQ(read("2 1\n2\n1\n", {.known_names = &names}).names, names);
  EXPECT_EQ(error("2 1\n2\n1\n", {.expected_nodes = 3}), "g.graph:1: the file has 2 nodes, but 3 are expected");
}

TEST_F(Metis, GivesBackWhatItWrote) {
  for (const bool weighted : {false, true}) {
    EntryList list = testing::random_entries(50, 0.04, 5, false);
    if (weighted) {
      for (std::size_t i = 0; i < list.entries.size(); ++i) list.weights.push_back(static_cast<double>(i * i + 1));
    }
    Dataset dataset;
    dataset.input.graph = build_graph(list, {}, RunContext()).graph;
    write_metis(dir_ / "out.graph", dataset, RunContext());
    const GraphContents contents = read_metis(dir_ / "out.graph", {}, RunContext());
    EXPECT_EQ(build_graph(contents.list, {}, RunContext()).graph, dataset.input.graph);
  }
}

TEST_F(Metis, RefusesToWriteWhatTheFormatCannotHold) {
  Dataset dataset;
  dataset.input.graph = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_THROW(write_metis(dir_ / "out.graph", dataset, RunContext()), InvalidArgument);
  for (const double weight : {0.5, 0.0, -1.0, 1e300}) {
    dataset.input.graph = build_graph({.nodes = 2, .entries = {{0, 1}}, .weights = {weight}}, {}, RunContext()).graph;
    EXPECT_THROW(write_metis(dir_ / "out.graph", dataset, RunContext()), InvalidArgument) << weight;
  }
  EXPECT_FALSE(std::filesystem::exists(dir_ / "out.graph"));
}

}  // namespace
}  // namespace cgsd
