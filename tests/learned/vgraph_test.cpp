#include "cgsd/learned/vgraph.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/learned/training_cases.hpp"

namespace cgsd {
namespace {

// Without the smoothness term, which grows with the square of the degrees and outweighs the rest at a mean of 12.
TEST(Vgraph, FindsPlantedCommunitiesWithoutAttributes) {
  Dataset dataset = testing::planted_words();
  dataset.input.attributes = Attributes();
  const auto result = vgraph(dataset.input, {.communities = 3, .epochs = 300, .smoothness_weight = 0.0}, RunContext());
  EXPECT_GT(testing::agreement(result.partition, dataset), 0.9);
  testing::expect_trained(result.training, 300);
}

// q sums to 1, so the row of a node sums to its degree.
TEST(Vgraph, SumsOverTheEdgesOfEveryNode) {
  const AttributedGraph input = testing::tiny_input();
  const auto result = vgraph(input, {.communities = 2, .epochs = 3}, RunContext());
  for (NodeId v = 0; v < input.graph.nodes(); ++v) {
    const auto row = result.assignment.row(v);
    EXPECT_NEAR(row[0] + row[1], static_cast<double>(input.graph.degree(v)), 1e-5);
  }
}

TEST(Vgraph, CoolsEveryHundredEpochs) {
  EXPECT_EQ(VgraphModel<float>::temperature(0), 1.0);
  EXPECT_EQ(VgraphModel<float>::temperature(100), 1.0);
  EXPECT_DOUBLE_EQ(VgraphModel<float>::temperature(101), std::exp(-3e-5 * 100));
  EXPECT_DOUBLE_EQ(VgraphModel<float>::temperature(300), std::exp(-3e-5 * 100) * std::exp(-3e-5 * 200));
  EXPECT_EQ(VgraphModel<float>::temperature(100'000), 0.3);
}

TEST(Vgraph, SaysThatWithoutEdgesThereIsNoLoss) {
  const auto result = vgraph({testing::graph_of(3, {}), {}}, {.communities = 2}, RunContext());
  EXPECT_EQ(result.training.stop, TrainingStop::loss_not_finite);
  EXPECT_THAT(result.partition.community_of, ::testing::ElementsAre(0, 0, 0));
}

TEST(Vgraph, RefusesWhatItCannotDo) {
  const AttributedGraph input = testing::tiny_input();
  const AttributedGraph directed{testing::graph_of(9, {{0, 1}}, {.directed = true}), {}};
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { vgraph(input, {.communities = 10}, RunContext()); }),
            "vgraph: communities = 10: more than the 9 nodes");
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { vgraph(directed, {}, RunContext()); }),
            "vgraph: needs an undirected graph; leave --directed out");
  EXPECT_THROW(vgraph(input, {.communities = 0}, RunContext()), InvalidArgument);
}

TEST(Vgraph, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset dataset = testing::planted_words(600);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return vgraph(dataset.input, {.communities = 3, .width = 20, .epochs = 5}, run).assignment;
  });
}

}  // namespace
}  // namespace cgsd
