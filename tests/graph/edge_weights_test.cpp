#include "cgsd/graph/edge_weights.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pointwise;

// A path 0–1–2 and a lone node.
Graph path(double first, double second) {
  const EntryList list{.nodes = 4, .entries = {{0, 1}, {1, 2}}, .weights = {first, second}};
  return build_graph(list, {}, RunContext()).graph;
}

std::vector<double> weights_of(GraphView graph) { return {graph.weights().begin(), graph.weights().end()}; }

TEST(EdgeWeights, AddUpToStrengths) {
  const Graph graph = path(1.0, 3.0);
  EXPECT_THAT(strengths(graph), ElementsAre(1.0, 4.0, 3.0, 0.0));
  EXPECT_THAT(strengths(graph, 2), ElementsAre(1.0, 10.0, 9.0, 0.0));
  EXPECT_THAT(strengths(graph, 4), ElementsAre(1.0, 82.0, 81.0, 0.0));
  EXPECT_DOUBLE_EQ(mean_strength(graph, RunContext()), 2.0);
  EXPECT_THAT(entry_weights(graph), ElementsAre(1.0, 1.0, 3.0, 3.0));
}

// (Σ w)² / Σ w² is 1, 16/10 and 1 at the three nodes of the path.
TEST(EdgeWeights, MakeAnEffectiveNumberOfNeighbours) {
  EXPECT_DOUBLE_EQ(effective_degree(path(1.0, 3.0), RunContext()), (1.0 + 1.6 + 1.0) / 4.0);
  EXPECT_DOUBLE_EQ(effective_degree(path(1000.0, 3000.0), RunContext()), (1.0 + 1.6 + 1.0) / 4.0);
  EXPECT_DOUBLE_EQ(effective_edges(path(1.0, 3.0), RunContext()), 64.0 / 20.0 / 2.0);
  EXPECT_DOUBLE_EQ(effective_edges(path(5.0, 5.0), RunContext()), 2.0);
}

TEST(EdgeWeights, WithoutAnyAreCounts) {
  const Graph graph = testing::star_graph(3);
  EXPECT_THAT(strengths(graph, 3), ElementsAre(3.0, 1.0, 1.0, 1.0));
  EXPECT_THAT(entry_weights(graph), ElementsAre(1.0, 1.0, 1.0, 1.0, 1.0, 1.0));
  EXPECT_EQ(mean_strength(graph, RunContext()), 1.5);
  EXPECT_EQ(effective_degree(graph, RunContext()), 1.5);
  EXPECT_EQ(effective_edges(graph, RunContext()), 3.0);
  EXPECT_EQ(mean_weight_map(graph, RunContext()).unit, 1.0);
  EXPECT_EQ(mean_strength(testing::graph_of(0, {}), RunContext()), 0.0);
}

TEST(EdgeWeights, AreDividedByTheirMean) {
  Graph room;
  const Graph graph = path(1.0, 3.0);
  EXPECT_THAT(weights_of(in_mean_weights(graph, "m", room, RunContext())), ElementsAre(0.5, 0.5, 1.5, 1.5));
  EXPECT_DOUBLE_EQ(mean_weight_map(graph, RunContext()).unit, 2.0);
  const Graph huge = path(1e308, 1.5e308);
  EXPECT_THAT(weights_of(in_mean_weights(huge, "m", room, RunContext())), Pointwise(DoubleEq(), {0.8, 0.8, 1.2, 1.2}));
  EXPECT_DOUBLE_EQ(mean_weight_map(huge, RunContext()).unit, 1.25e308);
}

// In units of the mean the weights are 0.5 and 1.5: squares of 1/3 and 3/5, whose mean is 53 / 225.
TEST(EdgeWeights, HaveABoundedFormInUnitsOfItsMean) {
  Graph room;
  Graph formed;
  const Graph graph = path(1.0, 3.0);
  WeightMap map = mean_weight_map(graph, RunContext());
  map.power = 2;
  const GraphView read =
      in_saturated_weights(in_mean_weights(graph, "m", room, RunContext()), formed, map, RunContext());
  EXPECT_DOUBLE_EQ(map.form_unit, 53.0 / 225.0);
  EXPECT_DOUBLE_EQ(read.weights()[0], 25.0 / 53.0);
  EXPECT_DOUBLE_EQ(read.weights()[2], 81.0 / 53.0);
  EXPECT_DOUBLE_EQ(map(1.0), read.weights()[0]);
  EXPECT_DOUBLE_EQ(map(3.0), read.weights()[2]);
  EXPECT_DOUBLE_EQ(mean_weight_map(graph, RunContext())(3.0), 1.5);
  const Graph bare = testing::path_graph(3);
  EXPECT_EQ(in_saturated_weights(bare, formed, map, RunContext()).targets().data(), bare.targets().data());
}

TEST(EdgeWeights, ThatAreAllEqualAreDropped) {
  Graph room;
  const GraphView read = in_mean_weights(path(7.0, 7.0), "m", room, RunContext());
  EXPECT_FALSE(read.weighted());
  EXPECT_EQ(read.entries(), 4U);
}

TEST(EdgeWeights, OfZeroAreNoEdges) {
  Graph room;
  const GraphView read = in_mean_weights(path(0.0, 3.0), "m", room, RunContext());
  EXPECT_EQ(read.degree(0), 0U);
  EXPECT_EQ(read.degree(1), 1U);
  EXPECT_FALSE(read.weighted()) << "one weight is equal to itself";
  EXPECT_EQ(in_mean_weights(path(0.0, 0.0), "m", room, RunContext()).entries(), 0U);
}

TEST(EdgeWeights, OfAGraphWithoutAnyNeedNoRoom) {
  Graph room;
  const Graph graph = testing::path_graph(3);
  EXPECT_EQ(in_mean_weights(graph, "m", room, RunContext()).targets().data(), graph.targets().data());
}

TEST(EdgeWeights, BelowZeroAreRefusedWithTheirEdge) {
  Graph room;
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { in_mean_weights(path(1.0, -2.5), "agc", room, RunContext()); }),
            "agc: edge 1–2 has weight -2.5, and weights below 0 cannot be used (--weights ignore leaves all out)");
  EXPECT_THAT(weight_fault(path(-1.0, 2.0), [](NodeId v) { return v == 0 ? "Ann" : "Bob"; }),
              HasSubstr("edge Ann–Bob has weight -1"));
  EXPECT_THAT(weight_fault(path(0.0, 2.0)), IsEmpty());
  EXPECT_THAT(weight_fault(testing::path_graph(3)), IsEmpty());
}

TEST(EdgeWeights, CanBeScaledByLogarithmAndRank) {
  const EntryList list{.nodes = 4, .entries = {{0, 1}, {0, 2}, {0, 3}, {1, 2}}, .weights = {10.0, 1000.0, 0.0, 10.0}};
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  const Graph log = with_scaled_weights(graph, WeightScale::log, RunContext());
  EXPECT_DOUBLE_EQ(log.weights()[0], std::log(2.0));
  EXPECT_DOUBLE_EQ(log.weights()[1], std::log(101.0));
  EXPECT_EQ(log.weights()[2], 0.0);
  // of eight entries two are 0, four share places 3 to 6, two share 7 and 8
  const Graph rank = with_scaled_weights(graph, WeightScale::rank, RunContext());
  EXPECT_DOUBLE_EQ(rank.weights()[0], 4.5 / 8.0);
  EXPECT_DOUBLE_EQ(rank.weights()[1], 7.5 / 8.0);
  EXPECT_EQ(rank.weights()[2], 0.0);
  EXPECT_EQ(with_scaled_weights(graph, WeightScale::none, RunContext()), graph);
  EXPECT_THAT(testing::error_text<InvalidArgument>(
                  [] { with_scaled_weights(path(1.0, -1.0), WeightScale::rank, RunContext()); }),
              HasSubstr("--weights-scale rank: edge 1–2"));
}

TEST(EdgeWeights, KnowHowManyDecadesTheySpan) {
  EXPECT_DOUBLE_EQ(decades_of_weights(path(1.0, 1000.0)), 3.0);
  EXPECT_EQ(decades_of_weights(path(0.0, 5.0)), 0.0);
  EXPECT_EQ(decades_of_weights(path(0.0, 0.0)), 0.0);
  EXPECT_EQ(decades_of_weights(path(-1.0, 5.0)), 0.0);
  EXPECT_EQ(decades_of_weights(testing::path_graph(3)), 0.0);
}

}  // namespace
}  // namespace cgsd
