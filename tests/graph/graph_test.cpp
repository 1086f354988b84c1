#include "cgsd/graph/graph.hpp"

#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

static_assert(std::is_trivially_copyable_v<GraphView>);
static_assert(std::is_convertible_v<const Graph&, GraphView>);
static_assert(!std::is_convertible_v<GraphView, Graph>, "a copy is asked for by name");

void expect_the_same_answers(GraphView view, const Graph& owner) {
  ASSERT_EQ(view.nodes(), owner.nodes());
  EXPECT_EQ(view.entries(), owner.entries());
  EXPECT_EQ(view.edges(), owner.edges());
  EXPECT_EQ(view.directed(), owner.directed());
  EXPECT_EQ(view.weighted(), owner.weighted());
  EXPECT_THAT(view.offsets(), ElementsAreArray(owner.offsets()));
  EXPECT_THAT(view.targets(), ElementsAreArray(owner.targets()));
  EXPECT_THAT(view.weights(), ElementsAreArray(owner.weights()));
  for (NodeId u = 0; u < owner.nodes(); ++u) {
    EXPECT_EQ(view.degree(u), owner.degree(u));
    EXPECT_EQ(view.row_begin(u), owner.row_begin(u));
    EXPECT_EQ(view.row_end(u), owner.row_end(u));
    EXPECT_THAT(view.neighbours(u), ElementsAreArray(owner.neighbours(u)));
  }
}

// The path 0 – 1 – 2 and the node 3 beside it.
struct PathArrays {
  std::vector<EntryIndex> offsets = {0, 1, 3, 4, 4};
  std::vector<NodeId> targets = {1, 0, 2, 1};
  std::vector<double> weights = {0.5, 0.5, 2.0, 2.0};
};

TEST(GraphView, ReadsTheCallersArrays) {
  const PathArrays path;
  const GraphView view(path.offsets, path.targets);
  EXPECT_EQ(view.nodes(), 4u);
  EXPECT_EQ(view.entries(), 4u);
  EXPECT_EQ(view.edges(), 2u);
  EXPECT_FALSE(view.directed());
  EXPECT_FALSE(view.weighted());
  EXPECT_EQ(view.degree(1), 2u);
  EXPECT_EQ(view.row_begin(1), 1u);
  EXPECT_EQ(view.row_end(1), 3u);
  EXPECT_THAT(view.neighbours(1), ElementsAre(0, 2));
  EXPECT_THAT(view.neighbours(3), ElementsAre());
}

TEST(GraphView, CopiesNothing) {
  const PathArrays path;
  const GraphView view(path.offsets, path.targets, path.weights);
  EXPECT_EQ(view.offsets().data(), path.offsets.data());
  EXPECT_EQ(view.targets().data(), path.targets.data());
  EXPECT_EQ(view.weights().data(), path.weights.data());
  EXPECT_EQ(view.neighbours(2).data(), path.targets.data() + 3);
}

TEST(GraphView, CountsTheEntriesOfADirectedGraphOnce) {
  const PathArrays path;
  const GraphView view(path.offsets, path.targets, path.weights, true);
  EXPECT_TRUE(view.directed());
  EXPECT_TRUE(view.weighted());
  EXPECT_EQ(view.edges(), 4u);
}

TEST(GraphView, OfAnOwnerGivesItsAnswers) {
  const PathArrays path;
  expect_the_same_answers(GraphView(path.offsets, path.targets, path.weights),
                          Graph(path.offsets, path.targets, path.weights, false));
  for (const bool weighted : {false, true}) {
    const Graph graph = testing::random_graph(40, 0.1, 7, weighted);
    expect_the_same_answers(graph, graph);
  }
  const Graph directed = testing::graph_of(3, {{0, 0}, {0, 2}, {2, 1}}, {.directed = true});
  expect_the_same_answers(directed, directed);
}

TEST(GraphView, OfAnOwnerShowsTheOwnersArrays) {
  const Graph graph = testing::path_graph(5);
  const GraphView view = graph;
  EXPECT_EQ(view.offsets().data(), graph.offsets().data());
  EXPECT_EQ(view.targets().data(), graph.targets().data());
}

TEST(GraphView, IsAGraphWithoutNodesUnlessToldOtherwise) {
  expect_the_same_answers(GraphView(), Graph());
  EXPECT_EQ(GraphView().nodes(), 0u);
  EXPECT_EQ(GraphView().edges(), 0u);
}

TEST(Graph, OfAViewIsACopy) {
  PathArrays path;
  const Graph copy(GraphView(path.offsets, path.targets, path.weights));
  path.targets[0] = 2;
  EXPECT_THAT(copy.targets(), ElementsAre(1, 0, 2, 1));
  EXPECT_NE(copy, Graph(GraphView(path.offsets, path.targets, path.weights)));
}

TEST(Graph, EqualsAnotherOnlyInEveryPart) {
  const PathArrays path;
  const Graph graph(path.offsets, path.targets, path.weights, false);
  EXPECT_EQ(graph, Graph(path.offsets, path.targets, path.weights, false));
  EXPECT_NE(graph, Graph(path.offsets, path.targets, path.weights, true));
  EXPECT_NE(graph, Graph(path.offsets, path.targets, {}, false));
  EXPECT_NE(graph, Graph({0, 2, 3, 4, 4}, path.targets, path.weights, false));
  EXPECT_NE(graph, Graph(path.offsets, {1, 0, 3, 1}, path.weights, false));
}

TEST(FindEntry, GivesThePlaceOrTheNumberOfEntries) {
  const PathArrays path;
  const GraphView view(path.offsets, path.targets);
  EXPECT_EQ(find_entry(view, 1, 2), 2u);
  EXPECT_EQ(find_entry(view, 2, 1), 3u);
  EXPECT_EQ(find_entry(view, 0, 2), view.entries());
  EXPECT_EQ(find_entry(view, 3, 0), view.entries());
}

TEST(FindEntry, GivesTheFirstOfRepeatedEntries) {
  const Graph directed({0, 4, 4}, {0, 1, 1, 1}, {}, true);
  EXPECT_EQ(find_entry(directed, 0, 1), 1u);
}

TEST(FindEntry, AgreesWithALinearSearch) {
  const Graph graph = testing::random_graph(40, 0.2, 3);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (NodeId v = 0; v < graph.nodes(); ++v) {
      EntryIndex expected = graph.entries();
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
        if (graph.targets()[i] == v) expected = i;
      }
      EXPECT_EQ(find_entry(graph, u, v), expected) << u << " " << v;
    }
  }
}

}  // namespace
}  // namespace cgsd
