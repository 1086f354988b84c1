#include "cgsd/curvature/requirements.hpp"

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

Graph weighted_star(std::vector<double> weights) {
  EntryList list{.nodes = 4, .entries = {{0, 1}, {0, 2}, {0, 3}}, .weights = std::move(weights)};
  return build_graph(list, {}, RunContext()).graph;
}

template <class Action>
std::string refusal(Action&& action) {
  return testing::error_text<InvalidArgument>(action);
}

TEST(CurvatureRequirements, RefuseADirectedGraphAndNameTheWayOut) {
  EXPECT_NO_THROW(require_undirected(testing::path_graph(3), "balanced"));
  const Graph directed = testing::graph_of(2, {{0, 1}}, {.directed = true});
  EXPECT_EQ(refusal([&] { require_undirected(directed, "balanced"); }),
            "curvature kind balanced: needs an undirected graph; use kind forman, or leave --directed out");
}

TEST(CurvatureRequirements, PassPositiveWeightsAndNone) {
  EXPECT_NO_THROW(require_positive_weights(testing::path_graph(3), "weighted"));
  EXPECT_NO_THROW(require_positive_weights(weighted_star({1e-300, 1.0, 2.0}), "weighted"));
  EXPECT_NO_THROW(require_positive_weights(Graph(), "weighted"));
}

TEST(CurvatureRequirements, NameTheFirstEdgeWhoseWeightIsNotAboveZero) {
  const auto said = [](std::vector<double> weights) {
    return refusal([&] { require_positive_weights(weighted_star(std::move(weights)), "weighted"); });
  };
  const std::string rest = ", but weights must be above 0 (--weights ignore leaves them out)";
  EXPECT_EQ(said({1.0, 0.0, -2.0}), "curvature kind weighted: edge 0–2 has weight 0" + rest);
  EXPECT_EQ(said({1.0, 1.0, -2.5}), "curvature kind weighted: edge 0–3 has weight -2.5" + rest);
}

// Nodes without entries come before the offender: the source is found by its entry, not by counting rows.
TEST(CurvatureRequirements, NameTheSourceBehindIsolatedNodes) {
  EntryList list{.nodes = 5, .entries = {{3, 4}}, .weights = {-1.0}};
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  EXPECT_EQ(refusal([&] { require_positive_weights(graph, "k"); }),
            "curvature kind k: edge 3–4 has weight -1, but weights must be above 0 (--weights ignore leaves them out)");
}

}  // namespace
}  // namespace cgsd
