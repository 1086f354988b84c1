#include "cgsd/graph/components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(Components, AreNumberedByTheirLowestNode) {
  const auto components = connected_components(testing::graph_of(6, {{5, 3}, {1, 4}}), RunContext());
  EXPECT_THAT(components.component_of, ElementsAre(0, 1, 2, 3, 1, 3));
  EXPECT_THAT(components.sizes, ElementsAre(1, 2, 1, 2));
  EXPECT_EQ(components.largest(), 2u);
}

TEST(Components, FollowDirectedEntriesBothWays) {
  const Graph graph = testing::graph_of(4, {{3, 0}, {3, 2}}, {.directed = true});
  EXPECT_THAT(connected_components(graph, RunContext()).component_of, ElementsAre(0, 1, 0, 0));
}

TEST(Components, OfTheEmptyGraphAreNone) {
  EXPECT_EQ(connected_components(Graph(), RunContext()).count(), 0u);
  EXPECT_EQ(connected_components(Graph(), RunContext()).largest(), 0u);
}

// The slow twin: spread the lowest label along edges until nothing changes.
TEST(Components, AgreeWithLabelSpreading) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Graph graph = testing::random_graph(60, 0.02, seed);
    std::vector<NodeId> lowest(graph.nodes());
    for (NodeId u = 0; u < graph.nodes(); ++u) lowest[u] = u;
    for (bool changed = true; changed;) {
      changed = false;
      for (NodeId u = 0; u < graph.nodes(); ++u) {
        for (const NodeId v : graph.neighbours(u)) {
          if (lowest[v] < lowest[u]) {
            lowest[u] = lowest[v];
            changed = true;
          }
        }
      }
    }
    const auto components = connected_components(graph, RunContext());
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      EXPECT_EQ(components.component_of[u], components.component_of[lowest[u]]);
      EXPECT_LE(components.component_of[lowest[u]], lowest[u]);
    }
  }
}

TEST(Components, AreThoseOfTheCallersArrays) {
  const EntryIndex offsets[] = {0, 1, 1, 2, 3, 4};  // 0 – 3, 2 – 4, and 1 alone
  const NodeId targets[] = {3, 4, 0, 2};
  EXPECT_THAT(connected_components(GraphView(offsets, targets), RunContext()).component_of, ElementsAre(0, 1, 2, 0, 2));
}

// A path that goes to and fro between processes, a pair and two nodes alone.
TEST(ComponentSizes, AreThoseOfOneProcess) {
  const Graph graph = testing::graph_of(12, {{0, 11}, {11, 1}, {1, 10}, {10, 2}, {2, 9}, {9, 3}, {4, 8}});
  for (const int count : {1, 2, 3, 4}) {
    testing::run_processes(count, [&](const RunContext& run, Processes& processes) {
      const Graph own = testing::share_of(graph, processes);
      const auto all = gathered(run, std::span<const std::uint64_t>(component_sizes(own, run)));
      EXPECT_THAT(all, ElementsAre(7, 2, 1, 1, 1)) << count;
    });
  }
}

}  // namespace
}  // namespace cgsd
