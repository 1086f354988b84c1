#include "cgsd/io/exchange/edge_values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

GraphContents of_three_edges(EdgeValues& values) {
  GraphContents contents;
  contents.list = {.nodes = 2, .entries = {{0, 1}, {1, 0}, {0, 1}}, .weights = {}};
  values.take(contents);
  return contents;
}

TEST(EdgeValues, KnowTheUsualNamesOfWeights) {
  EXPECT_EQ(weight_name("Weight"), WeightName::weight);
  EXPECT_EQ(weight_name("VALUE"), WeightName::value);
  EXPECT_EQ(weight_name("weights of it"), WeightName::none);
}

TEST(EdgeValues, GiveEdgesWithoutAWeightTheDefault) {
  EdgeValues values;
  EXPECT_TRUE(values.set_weight(WeightName::weight, " 2.5 ", 2));
  EXPECT_FALSE(values.set_weight(WeightName::weight, "heavy", 3));
  EXPECT_THAT(of_three_edges(values).list.weights, ElementsAre(1.0, 2.5, 1.0));
  EdgeValues with_default;
  with_default.set_default_weight(4.0);
  EXPECT_THAT(of_three_edges(with_default).list.weights, ElementsAre(4.0, 4.0, 4.0));
  EdgeValues none;
  EXPECT_THAT(of_three_edges(none).list.weights, IsEmpty());
}

TEST(EdgeValues, PreferWeightToValue) {
  EdgeValues values;
  for (std::size_t edge = 1; edge <= 3; ++edge) {
    values.set_weight(WeightName::value, "9", edge);
    values.set_weight(WeightName::weight, "2", edge);
  }
  const GraphContents contents = of_three_edges(values);
  EXPECT_THAT(contents.list.weights, ElementsAre(2.0, 2.0, 2.0));
  EXPECT_THAT(contents.account, ElementsAre("values of edges left out: 'value'"));
}

TEST(EdgeValues, TellADirectedGraphFromAMixedOne) {
  EdgeValues mixed;
  mixed.set_directed(true);
  mixed.set_edge_directed(false);
  const GraphContents contents = of_three_edges(mixed);
  EXPECT_EQ(contents.directed, false);
  EXPECT_THAT(contents.account, ElementsAre("2 of 3 edges are directed, the others not: all are read as undirected"));
  EdgeValues directed;
  directed.set_directed(true);
  EXPECT_EQ(of_three_edges(directed).directed, true);
  EdgeValues one_alone;  // nothing is said of the others
  one_alone.set_edge_directed(true);
  const GraphContents partly = of_three_edges(one_alone);
  EXPECT_EQ(partly.directed, false);
  EXPECT_THAT(partly.account, ElementsAre("1 of 3 edges are directed, the others not: all are read as undirected"));
  EdgeValues silent;
  EXPECT_EQ(of_three_edges(silent).directed, std::nullopt);
}

// GML may repeat a name: two weights of one edge are no weight of the other.
TEST(EdgeValues, CountsAnEdgeWithTwoWeightsOnce) {
  EdgeValues values;
  EXPECT_TRUE(values.set_weight(WeightName::weight, "2", 1));
  EXPECT_TRUE(values.set_weight(WeightName::weight, "3", 1));
  GraphContents contents;
  contents.list = {.nodes = 2, .entries = {{0, 1}, {1, 0}}, .weights = {}};
  values.take(contents);
  EXPECT_THAT(contents.list.weights, ElementsAre(3.0, 1.0));
  EXPECT_THAT(contents.account, ElementsAre("1 of 2 edges have no weight: 1"));
}

}  // namespace
}  // namespace cgsd
