#include "cgsd/levels/split.hpp"

#include <gtest/gtest.h>

#include "cgsd/detect/presets.hpp"

#include "tests/support/attributed_toys.hpp"

namespace cgsd {
namespace {

SplitRule rule(bool by_edges, SizeBounds bounds = {}) { return {by_edges, preset_options(Preset::standard), bounds}; }

TEST(Split, DividesWhatStandsOut) {
  const Dataset data = testing::three_communities(180);
  for (const bool by_edges : {false, true}) {
    const CommunitySplit split = split_community(data.input, rule(by_edges), {}, RunContext());
    EXPECT_EQ(split.end, SplitEnd::divided);
    EXPECT_GE(split.parts.communities, 2);
  }
}

TEST(Split, DividesAsBeforeIfThatFitsAsWell) {
  const Dataset data = testing::three_communities(180);
  const std::vector<std::int32_t>& plant = data.labels.class_of;  // stands for what a former run found
  const CommunitySplit split = split_community(data.input, rule(false), plant, RunContext());
  EXPECT_EQ(split.parts.communities, 3);
  std::vector<std::int32_t> alone(180, -1);  // one node says nothing about three parts
  alone[0] = 1;
  EXPECT_EQ(split_community(data.input, rule(false), alone, RunContext()).parts,
            split_community(data.input, rule(false), {}, RunContext()).parts);
}

TEST(Split, LeavesARandomGraphWhole) {
  const Graph random = testing::random_graph(150, 0.1, 1);
  for (const bool by_edges : {false, true}) {
    const CommunitySplit split = split_community({random, {}}, rule(by_edges), {}, RunContext());
    EXPECT_EQ(split.end, SplitEnd::nothing);
    EXPECT_EQ(split.parts.communities, 1);
  }
}

TEST(Split, DividesARandomGraphIfItIsTooLarge) {
  const Graph random = testing::random_graph(150, 0.1, 1);
  for (const bool by_edges : {false, true}) {
    const CommunitySplit split = split_community({random, {}}, rule(by_edges, {.max_size = 100}), {}, RunContext());
    EXPECT_EQ(split.end, SplitEnd::forced);
    EXPECT_GE(split.parts.communities, 2);
  }
}

TEST(Split, AsksNoCommunityOfAFewNodes) {
  EXPECT_EQ(split_community({testing::path_graph(9), {}}, rule(true), {}, RunContext()).end, SplitEnd::few);
}

TEST(Split, HalvesALineOfNodesIfKmeansLeavesTooSmallAPart) {
  Matrix<float> place(10, 1);  // nine nodes near 0 … 8, one far away: 2-means cuts it off
  for (std::size_t v = 0; v < 10; ++v) place(v, 0) = v < 9 ? static_cast<float>(v) : 1000.0F;
  const AttributedGraph line{Graph(std::vector<EntryIndex>(11, 0), {}, {}, false), Attributes(place)};
  const CommunitySplit split = split_community(line, rule(false, {.max_size = 9, .min_size = 4}), {}, RunContext());
  EXPECT_EQ(split.end, SplitEnd::forced);
  const auto sizes = community_sizes(split.parts);
  ASSERT_EQ(sizes.size(), 2U);
  EXPECT_GE(sizes[1], 4U);
}

TEST(Split, DividesByEdgesIfCoordinatesTellNothingApart) {
  // Twelve nodes, most pairs joined: no eigenvector stands out of the bulk.
  const Graph dense = testing::random_graph(12, 0.7, 4);
  const CommunitySplit split =
      split_community({dense, {}}, rule(false, {.max_size = 8, .min_size = 3}), {}, RunContext());
  EXPECT_EQ(split.end, SplitEnd::forced);
  EXPECT_EQ(split.parts.communities, 2);
}

TEST(Split, SaysIfAPartWouldBeTooSmall) {
  const Dataset data = testing::three_communities(60);
  const SplitRule tight = rule(false, {.max_size = 40, .min_size = 31});
  EXPECT_EQ(split_community(data.input, tight, {}, RunContext()).end, SplitEnd::min_size);
}

TEST(Split, SaysIfThereIsNothingToTellNodesApartBy) {
  const Graph none(std::vector<EntryIndex>(31, 0), {}, {}, false);
  EXPECT_EQ(split_community({none, {}}, rule(false, {.max_size = 5}), {}, RunContext()).end, SplitEnd::alike);
}

}  // namespace
}  // namespace cgsd
