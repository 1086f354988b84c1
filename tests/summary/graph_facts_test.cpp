#include "cgsd/summary/graph_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/karate.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(GraphFacts, OfTheKarateClub) {
  const GraphFacts f = graph_facts(karate_club(RunContext()), RunContext());
  EXPECT_EQ(f.nodes, 34u);
  EXPECT_EQ(f.edges, 78u);
  EXPECT_FALSE(f.directed);
  EXPECT_FALSE(f.weighted);
  EXPECT_EQ(f.components, 1u);
  EXPECT_EQ(f.degrees.maximum, 17u);
  EXPECT_FALSE(f.attributes);
  ASSERT_TRUE(f.labels);
  EXPECT_EQ(f.labels->class_sizes[0] + f.labels->class_sizes[1], 34u);
  EXPECT_DOUBLE_EQ(f.labels->homophily.edge, 68.0 / 78.0);
}

TEST(GraphFacts, CountEmptyRowsInBothForms) {
  Dataset data;
  data.input.graph = testing::graph_of(4, {{0, 1}});
  const Matrix<float> x(4, 2, {1, 0, 0, 0, 0, 2, 0, 0});
  for (const Attributes& attributes : {Attributes(x), Attributes(to_sparse(x))}) {
    data.input.attributes = attributes;
    const GraphFacts f = graph_facts(data, RunContext());
    ASSERT_TRUE(f.attributes);
    EXPECT_EQ(f.attributes->sparse, attributes.is_sparse());
    EXPECT_EQ(f.attributes->empty_rows, 2u);
    EXPECT_EQ(f.attributes->nonzeros, 2u);
    EXPECT_DOUBLE_EQ(f.attributes->density, 0.25);
    EXPECT_EQ(f.components, 3u);
    EXPECT_EQ(f.largest_component, 2u);
  }
}

TEST(GraphFacts, CountNodesWithoutAClass) {
  Dataset data;
  data.input.graph = testing::graph_of(4, {{0, 1}, {2, 3}});
  data.labels.class_of = {0, 1, kUnlabelled, 1};
  const GraphFacts f = graph_facts(data, RunContext());
  ASSERT_TRUE(f.labels);
  EXPECT_THAT(f.labels->class_sizes, ElementsAre(1u, 2u));
  EXPECT_EQ(f.labels->unlabelled, 1u);
}

}  // namespace
}  // namespace cgsd
