#include "papers/cgsd/statements/partitioned_graph.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/curvature/forman.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// 0–1–2–3–4: curvatures 1, 0, 0, 1.
PartitionedGraph path_parts(const std::vector<std::int32_t>& community_of) {
  const Graph path = testing::path_graph(5);
  const RunContext run;
  return partitioned_graph(path, forman_curvature(path, run), community_of, run);
}

TEST(PartitionedGraph, SplitsTheEdges) {
  const SplitCurvature split = split_curvature(path_parts({0, 0, 1, 1, 1}));
  EXPECT_EQ(split.within, (ValueCounts{{0, 1}, {1, 2}}));
  EXPECT_EQ(split.cross, (ValueCounts{{0, 1}}));
}

TEST(PartitionedGraph, LeavesOutWhatHasNoCommunityButKeepsCurvatureAndDegrees) {
  const PartitionedGraph parts = path_parts({0, 0, -1, 1, 1});
  EXPECT_EQ(parts.graph.edges(), 2U);
  EXPECT_EQ(parts.communities, 2);
  EXPECT_EQ(parts.whole_degree, (std::vector<double>{1, 2, 2, 2, 1}));
  EXPECT_EQ(split_curvature(parts).within, (ValueCounts{{1, 2}}));  // not 2, as in the graph that is left
  EXPECT_TRUE(split_curvature(parts).cross.empty());
}

TEST(PartitionedGraph, CanLoseTheEdgesAcross) {
  const PartitionedGraph parts = without_cross_edges(path_parts({0, 0, 1, 1, 1}));
  EXPECT_EQ(parts.graph, testing::graph_of(5, {{0, 1}, {2, 3}, {3, 4}}));
  EXPECT_EQ(parts.curvature, (std::vector<double>{1, 1, 0, 0, 1, 1}));
}

TEST(PartitionedGraph, RefusesWhatDoesNotFit) {
  const RunContext run;
  const Graph path = testing::path_graph(3);
  const Graph directed = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_THROW(partitioned_graph(path, forman_curvature(path, run), std::vector<std::int32_t>{0, 1}, run),
               InvalidArgument);
  EXPECT_THROW(partitioned_graph(path, std::vector<double>{1}, std::vector<std::int32_t>{0, 1, 1}, run),
               InvalidArgument);
  EXPECT_THROW(partitioned_graph(directed, forman_curvature(directed, run), std::vector<std::int32_t>{0, 1}, run),
               InvalidArgument);
}

}  // namespace
}  // namespace cgsd
