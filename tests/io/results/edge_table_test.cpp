#include "cgsd/io/results/edge_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/io/formats/edge_list.hpp"

#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::TemporaryDirectory;

TEST(EdgeTable, ListsUndirectedEdgesOnce) {
  const TemporaryDirectory dir;
  const Graph graph = testing::graph_of(3, {{1, 0}, {1, 2}});
  // Entries: (0,1) (1,0) (1,2) (2,1).
  write_edge_table(dir / "t.csv", graph, NodeNames({"a", "b,", "c"}), std::vector{0.1, 0.1, -2.0, -2.0}, RunContext());
  EXPECT_EQ(file_bytes(dir / "t.csv"), "source,target,curvature\na,\"b,\",0.1\n\"b,\",c,-2\n");
}

TEST(EdgeTable, ListsEveryDirectedEntryWithItsWeight) {
  const TemporaryDirectory dir;
  const Graph graph = build_graph({.nodes = 2, .entries = {{1, 0}, {0, 1}, {1, 1}}, .weights = {1.5, 2.0, 3.0}},
                                  {.directed = true}, RunContext())
                          .graph;
  write_edge_table(dir / "t.tsv", graph, {}, std::vector{1.0, 2.0, 1e-20}, RunContext());
  EXPECT_EQ(file_bytes(dir / "t.tsv"), "source\ttarget\tweight\tcurvature\n0\t1\t2\t1\n1\t0\t1.5\t2\n1\t1\t3\t1e-20\n");
}

TEST(EdgeTable, CanBeReadAsAnEdgeList) {
  const TemporaryDirectory dir;
  const Graph graph = testing::random_graph(30, 0.3, 2, true);
  write_edge_table(dir / "t.csv.gz", graph, {}, std::vector<double>(graph.entries(), 1.0 / 3.0), RunContext());
  const GraphContents contents = read_edge_list(dir / "t.csv.gz", {.expected_nodes = 30}, RunContext());
  EXPECT_EQ(build_graph(contents.list, {}, RunContext()).graph, graph);
}

TEST(EdgeTable, NeedsOneCurvaturePerEntry) {
  const TemporaryDirectory dir;
  const Graph graph = testing::graph_of(2, {{1, 0}});
  EXPECT_THROW(write_edge_table(dir / "t.csv", graph, {}, std::vector{1.0}, RunContext()), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
