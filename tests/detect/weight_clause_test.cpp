#include "cgsd/detect/weight_clause.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/graph/builder.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

Graph weighted(double weight) {
  return build_graph({.nodes = 3, .entries = {{0, 1}, {1, 2}}, .weights = {1.0, weight}}, {}, RunContext()).graph;
}
std::string letter(NodeId v) { return std::string(1, static_cast<char>('a' + v)); }

TEST(WeightClause, NamesAMethodThatIgnoresWeightsAndOneThatCountsThem) {
  EXPECT_EQ(weight_clause(method_record("paper"), weighted(2.0), letter), "paper ignores the weights of the edges");
  EXPECT_EQ(weight_clause(method_record("leiden"), weighted(2.0), letter), "leiden counts edges by their weights");
}

TEST(WeightClause, IsEmptyIfThereAreNoWeightsOrTheMethodReadsNoEdgesOrSaysItElsewhere) {
  const Graph plain = build_graph({.nodes = 2, .entries = {{0, 1}}, .weights = {}}, {}, RunContext()).graph;
  EXPECT_EQ(weight_clause(method_record("leiden"), plain, letter), "");
  EXPECT_EQ(weight_clause(method_record("kmeans"), weighted(2.0), letter), "");
  EXPECT_EQ(weight_clause(method_record("default"), weighted(2.0), letter), "");
}

TEST(WeightClause, RefusesAWeightBelowZeroWithItsEdge) {
  const std::string text =
      testing::error_text<InvalidArgument>([] { weight_clause(method_record("default"), weighted(-2.0), letter); });
  EXPECT_THAT(text, ::testing::StartsWith("default: "));
  EXPECT_THAT(text, ::testing::HasSubstr("b"));
  EXPECT_THAT(text, ::testing::HasSubstr("c"));
}

}  // namespace
}  // namespace cgsd
