#include "cgsd/learned/training_input.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

Graph weighted_path(double first, double second) {
  return build_graph({.nodes = 3, .entries = {{0, 1}, {1, 2}}, .weights = {first, second}}, {}, RunContext()).graph;
}

std::string refusal(const Graph& graph, std::int32_t communities) {
  return testing::error_text<InvalidArgument>([&] { check_training_graph(graph, communities, "dmon"); });
}

TEST(TrainingInput, MayHaveWeightsOfZeroAndAsManyCommunitiesAsNodes) {
  EXPECT_NO_THROW(check_training_graph(testing::path_graph(3), 3, "dmon"));
  EXPECT_NO_THROW(check_training_graph(weighted_path(0.0, 2.0), 1, "dmon"));
}

TEST(TrainingInput, MayNotHaveWeightsBelowZero) {
  EXPECT_EQ(refusal(weighted_path(1.0, -0.5), 2), "dmon: needs edge weights of 0 or above");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(Graph({0, 1, 2}, {1, 0}, {infinity, infinity}, false), 2),
            "dmon: needs edge weights of 0 or above");
  EXPECT_EQ(refusal(Graph({0, 1, 2}, {1, 0}, {NAN, NAN}, false), 2), "dmon: needs edge weights of 0 or above");
}

TEST(TrainingInput, MayNotBeDirectedOrHaveFewerNodesThanCommunities) {
  EXPECT_EQ(refusal(testing::path_graph(3), 4), "dmon: communities = 4: more than the 3 nodes");
  EXPECT_EQ(refusal(testing::graph_of(3, {{0, 1}}, {.directed = true}), 2),
            "dmon: needs an undirected graph; leave --directed out");
}

TEST(TrainingInput, NeedsARowOfFiniteAttributesPerNode) {
  const auto said = [](const Attributes& attributes) {
    return testing::error_text<InvalidArgument>([&] {
      check_training_input({testing::path_graph(3), attributes}, 2, "dgi");
    });
  };
  EXPECT_NO_THROW(check_training_input({testing::path_graph(3), Matrix<float>(3, 1)}, 2, "dgi"));
  EXPECT_EQ(said(Attributes()), "dgi: needs attributes, but the graph has none");
  EXPECT_EQ(said(Matrix<float>(2, 1)), "dgi: attributes: 2 rows for 3 nodes");
  EXPECT_EQ(said(Matrix<float>(3, 1, {0, NAN, 0})), "dgi: attributes: row 1, column 0 is nan");
}

TEST(TrainingInput, IsCheckedForItsGraphToo) {
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] {
              check_training_input({testing::path_graph(3), Matrix<float>(3, 1)}, 4, "dgi");
            }),
            "dgi: communities = 4: more than the 3 nodes");
}

}  // namespace
}  // namespace cgsd
