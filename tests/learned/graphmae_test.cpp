#include "cgsd/learned/graphmae.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/learned/training_cases.hpp"

namespace cgsd {
namespace {

TEST(Graphmae, FindsPlantedCommunities) {
  const Dataset dataset = testing::planted_words();
  const auto result =
      graphmae(dataset.input, {.communities = 3, .heads = 2, .head_width = 16, .epochs = 200}, RunContext());
  EXPECT_GT(testing::agreement(result.partition, dataset), 0.9);
  EXPECT_EQ(result.embedding.cols(), 32u);
  testing::expect_trained(result.training, 200);
}

TEST(Graphmae, MasksHalfOfTheNodesAndGivesSomeTheAttributesOfOthers) {
  const Dataset dataset = testing::planted_words(400);
  const GraphmaeModel<float> model(dataset.input, {}, RunContext());
  const NodeMask mask = model.mask(0);
  EXPECT_EQ(mask.masked.rows.size(), 200u);
  EXPECT_EQ(mask.visible.rows.size(), 200u);
  EXPECT_EQ(mask.with_token.rows.size(), 190u);
  std::size_t replaced = 0;
  for (std::uint32_t v = 0; v < 400; ++v) {
    EXPECT_NE(mask.masked.contains(v), mask.visible.contains(v));
    if (mask.with_token.contains(v)) {
      EXPECT_TRUE(mask.masked.contains(v));
    }
    if (mask.attributes_of.rows[v] == v) continue;
    ++replaced;
    EXPECT_TRUE(mask.masked.contains(v) && !mask.with_token.contains(v));
  }
  EXPECT_LE(replaced, 10u);
  EXPECT_GE(replaced, 8u);  // a node may draw itself
  EXPECT_NE(model.mask(1).masked.rows, mask.masked.rows);
}

TEST(Graphmae, SeesOneNodeAtLeast) {
  const AttributedGraph input{testing::graph_of(1, {}), Matrix<float>(1, 2, {1.0f, 2.0f})};
  const auto result = graphmae(input, {.communities = 1, .heads = 1, .head_width = 2, .epochs = 3}, RunContext());
  EXPECT_THAT(result.partition.community_of, ::testing::ElementsAre(0));
}

TEST(Graphmae, RefusesWhatItCannotDo) { testing::expect_refusals<GraphmaeOptions>("graphmae", graphmae); }

TEST(Graphmae, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset dataset = testing::planted_words(600);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return graphmae(dataset.input, {.communities = 3, .heads = 2, .head_width = 16, .epochs = 4}, run).embedding;
  });
}

}  // namespace
}  // namespace cgsd
