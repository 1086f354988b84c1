#include "cgsd/metrics/homophily.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// A path 0–1–2–3 with classes a a b b: two of three edges are alike.
TEST(Homophily, IsRightOnAPathByHand) {
  const Homophily h = homophily(testing::path_graph(4), {.class_of = {0, 0, 1, 1}, .class_names = {}}, RunContext());
  EXPECT_DOUBLE_EQ(h.edge, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(h.node, (1.0 + 0.5 + 0.5 + 1.0) / 4.0);
  EXPECT_DOUBLE_EQ(h.adjusted, (2.0 / 3.0 - 0.5) / 0.5);  // each class holds half of the edge ends
  // Joint: (a,a) 1/3, (b,b) 1/3, (a,b) and (b,a) 1/6 each; marginals 1/2.
  const double joint = -2.0 / 3.0 * std::log(1.0 / 3.0) - 1.0 / 3.0 * std::log(1.0 / 6.0);
  EXPECT_NEAR(h.label_informativeness, 2.0 - joint / std::log(2.0), 1e-15);
  EXPECT_EQ(h.labelled_edges, 3u);
}

TEST(Homophily, OfABipartiteLabellingIsFullyInformativeAndNotAlike) {
  const Homophily h =
      homophily(testing::cycle_graph(6), {.class_of = {0, 1, 0, 1, 0, 1}, .class_names = {}}, RunContext());
  EXPECT_DOUBLE_EQ(h.edge, 0.0);
  EXPECT_DOUBLE_EQ(h.node, 0.0);
  EXPECT_DOUBLE_EQ(h.adjusted, -1.0);
  EXPECT_DOUBLE_EQ(h.label_informativeness, 1.0);
}

TEST(Homophily, LeavesUnlabelledEndsOut) {
  const Labels labels{.class_of = {0, 0, kUnlabelled, 1}, .class_names = {}};
  const Homophily h = homophily(testing::path_graph(4), labels, RunContext());
  EXPECT_EQ(h.labelled_edges, 1u);
  EXPECT_DOUBLE_EQ(h.edge, 1.0);
  EXPECT_TRUE(std::isnan(h.adjusted));  // only one class has an edge: chance alone explains everything
}

// The path of the first test with a fifth node, alone in its class and without an edge: no figure changes.
TEST(Homophily, DoesNotSeeAClassWithoutEdges) {
  const Graph graph = testing::graph_of(5, {{0, 1}, {1, 2}, {2, 3}});
  const Homophily h = homophily(graph, {.class_of = {0, 0, 2, 2, 1}, .class_names = {}}, RunContext());
  EXPECT_DOUBLE_EQ(h.edge, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(h.adjusted, (2.0 / 3.0 - 0.5) / 0.5);
  const double joint = -2.0 / 3.0 * std::log(1.0 / 3.0) - 1.0 / 3.0 * std::log(1.0 / 6.0);
  EXPECT_NEAR(h.label_informativeness, 2.0 - joint / std::log(2.0), 1e-15);
}

TEST(Homophily, IsUndefinedWithoutEdges) {
  const Homophily h = homophily(testing::graph_of(2, {}), {.class_of = {0, 1}, .class_names = {}}, RunContext());
  EXPECT_TRUE(std::isnan(h.edge) && std::isnan(h.node) && std::isnan(h.label_informativeness));
}

TEST(Homophily, CountsDirectedEntriesOnceEach) {
  const Graph graph = testing::graph_of(3, {{0, 1}, {1, 1}, {2, 1}}, {.directed = true});
  const Homophily h = homophily(graph, {.class_of = {0, 1, 1}, .class_names = {}}, RunContext());
  EXPECT_EQ(h.labelled_edges, 3u);
  EXPECT_DOUBLE_EQ(h.edge, 2.0 / 3.0);
  // Ends of an entry in either order: (a,b) and (b,a) 1/6 each, (b,b) 2/3; class a has 1/6 of the ends.
  const double joint = -1.0 / 3.0 * std::log(1.0 / 6.0) - 2.0 / 3.0 * std::log(2.0 / 3.0);
  const double ends = -1.0 / 6.0 * std::log(1.0 / 6.0) - 5.0 / 6.0 * std::log(5.0 / 6.0);
  EXPECT_NEAR(h.label_informativeness, 2.0 - joint / ends, 1e-15);
}

TEST(Homophily, NeedsOneLabelPerNode) {
  EXPECT_THROW(homophily(testing::path_graph(4), {.class_of = {0, 1}, .class_names = {}}, RunContext()),
               InvalidArgument);
}

}  // namespace
}  // namespace cgsd
