#include "cgsd/curvature/forman.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/curvature/curvature_cases.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using testing::value_at;

TEST(Forman, IsRightOnAPathByHand) {
  EXPECT_THAT(forman_curvature(testing::path_graph(4), RunContext()), ElementsAre(1, 1, 0, 0, 1, 1));
}

TEST(Forman, IsConstantOnRegularGraphs) {
  EXPECT_THAT(forman_curvature(testing::cycle_graph(7), RunContext()), Each(0.0));
  EXPECT_THAT(forman_curvature(testing::complete_graph(6), RunContext()), Each(4.0 - 5.0 - 5.0));
  EXPECT_THAT(forman_curvature(testing::star_graph(9), RunContext()), Each(4.0 - 9.0 - 1.0));
}

TEST(Forman, IsRightOnABarbellByHand) {
  const Graph graph = testing::barbell();
  const auto curvature = forman_curvature(graph, RunContext());
  EXPECT_EQ(value_at(graph, curvature, 0, 1), 0.0);
  EXPECT_EQ(value_at(graph, curvature, 0, 2), -1.0);
  EXPECT_EQ(value_at(graph, curvature, 2, 3), -2.0);
}

TEST(Forman, KnowsNothingOfIsolatedNodesAndEmptyGraphs) {
  EXPECT_TRUE(forman_curvature(Graph(), RunContext()).empty());
  EXPECT_TRUE(forman_curvature(testing::graph_of(3, {}), RunContext()).empty());
  EXPECT_THAT(forman_curvature(testing::graph_of(5, {{1, 3}}), RunContext()), ElementsAre(2, 2));
}

// Entries 0→0 0→1 0→1 1→2: out-degrees 3, 1, 0.
TEST(Forman, CountsLeavingEntriesOfADirectedGraphWithLoopsAndRepeats) {
  const Graph graph = testing::graph_of(3, {{0, 1}, {0, 0}, {0, 1}, {1, 2}}, {.directed = true});
  EXPECT_THAT(forman_curvature(graph, RunContext()), ElementsAre(4 - 3 - 3, 4 - 3 - 1, 4 - 3 - 1, 4 - 1 - 0));
}

// The slow twin counts the ends of the edge list instead of reading rows.
TEST(Forman, AgreesWithCountingTheEndsOfTheEdgeList) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const EntryList list = testing::random_entries(25, 0.2, seed);
    const Graph graph = build_graph(list, {}, RunContext()).graph;
    const auto curvature = forman_curvature(graph, RunContext());
    for (const Entry& edge : list.entries) {
      double expected = 4.0;
      for (const Entry& other : list.entries) {
        for (const NodeId end : {other.source, other.target}) expected -= end == edge.source || end == edge.target;
      }
      EXPECT_EQ(value_at(graph, curvature, edge.source, edge.target), expected);
    }
  }
}

TEST(Forman, HasTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::sparse_graph_with_hub(20'000, 60'000);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) { return forman_curvature(graph, run); });
}

// The path 0 – 1 – 2 – 3: κ = 4 − 1 − 2 at its ends, 4 − 2 − 2 in the middle.
TEST(Forman, ReadsTheCallersArrays) {
  const EntryIndex offsets[] = {0, 1, 3, 5, 6};
  const NodeId targets[] = {1, 0, 2, 1, 3, 2};
  const GraphView path(offsets, targets);
  EXPECT_EQ(forman_curvature(path, RunContext()), (std::vector<double>{1, 1, 0, 0, 1, 1}));
  double room[6];
  fill_forman_curvature(path, room, RunContext());
  EXPECT_EQ(std::vector<double>(room, room + 6), forman_curvature(Graph(path), RunContext()));
}

}  // namespace
}  // namespace cgsd
