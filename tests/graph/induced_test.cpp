#include "cgsd/graph/induced.hpp"

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

TEST(Induced, KeepsEdgesAmongTheNodesWithTheirWeights) {
  const EntryList list{.nodes = 5, .entries = {{0, 1}, {1, 3}, {3, 4}, {0, 4}}, .weights = {2.0, 3.0, 5.0, 7.0}};
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  const std::vector<NodeId> nodes = {1, 3, 4};
  const AttributedGraph part = induced({graph, {}}, nodes);
  const EntryList expected{.nodes = 3, .entries = {{0, 1}, {1, 2}}, .weights = {3.0, 5.0}};
  EXPECT_EQ(part.graph, build_graph(expected, {}, RunContext()).graph);
  EXPECT_TRUE(part.attributes.none());
}

TEST(Induced, KeepsTheRowsOfDenseAndSparseAttributes) {
  const Matrix<float> rows(4, 2, {1, 0, 2, 3, 0, 0, 4, 5});
  const std::vector<NodeId> nodes = {1, 2, 3};
  const Graph graph = testing::path_graph(4);
  const AttributedGraph dense = induced({graph, rows}, nodes);
  EXPECT_EQ(dense.attributes.dense(), Matrix<float>(3, 2, {2, 3, 0, 0, 4, 5}));
  const SparseRows sparse = to_sparse(rows);
  EXPECT_EQ(induced({graph, sparse}, nodes).attributes.sparse(), to_sparse(dense.attributes.dense()));
}

TEST(Induced, OfNoNodesIsEmpty) {
  const AttributedGraph part = induced({testing::path_graph(3), {}}, {});
  EXPECT_EQ(part.graph.nodes(), 0U);
}

}  // namespace
}  // namespace cgsd
