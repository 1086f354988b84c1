#include "cgsd/diagnosis/memory_need.hpp"

#include <gtest/gtest.h>

#include "cgsd/detect/presets.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// 100 nodes on a path, 20 columns, 5 communities: w = 2 · 8 + 4 = 20.
TEST(MemoryNeed, ByHand) {
  const Graph graph = testing::path_graph(100);
  const Matrix<float> attributes(100, 20);
  DetectOptions options;
  options.communities = 5;
  std::get<SmoothedOptions>(options.rounding).knn.neighbours = 30;
  const auto need = memory_need({graph, attributes}, options);
  ASSERT_TRUE(need);
  EXPECT_EQ(need->input, 800U + 4U * 198 + 4U * 2000);
  EXPECT_EQ(need->encoding, 400U * (2 * 20 + 32 + 2 * 20));
  EXPECT_EQ(need->rounding, 100U * 12 * 30 * 26 / 10 + 400U * 2 * 20);
  EXPECT_EQ(need->bytes(), 40'000'000U + need->input + need->rounding);
}

TEST(MemoryNeed, IsMoreIfCommunitiesAreCounted) {
  const Graph graph = testing::path_graph(100);
  const Matrix<float> attributes(100, 20);
  DetectOptions options;
  options.communities = 17;
  const auto given = memory_need({graph, attributes}, options);
  options.communities = 0;
  const auto counted = memory_need({graph, attributes}, options);
  EXPECT_EQ(counted->encoding - given->encoding, given->input + 400U * 2 * (2 * 16 + 16));
  EXPECT_EQ(counted->rounding, given->rounding);
}

// Many edges, little else. List, what builds, and the copy: without weights 4, 12 and 4 an entry, with weights 8, 12 and 12.
TEST(MemoryNeed, CountsTheRewiredCopyOfADenseGraph) {
  const Graph graph = testing::random_graph(200, 0.9, 3, false);
  const auto counted = memory_need({graph, {}}, {});
  EXPECT_EQ(counted->rewiring, 8U * 200 + 20U * graph.entries());
  EXPECT_EQ(counted->bytes(), 40'000'000U + counted->input + counted->rewiring);
  DetectOptions options;
  options.communities = 5;
  EXPECT_EQ(memory_need({graph, {}}, options)->rewiring, 0U);
  const Graph weighted = testing::random_graph(200, 0.9, 3, true);
  EXPECT_EQ(memory_need({weighted, {}}, options)->rewiring, 8U * 200 + 32U * weighted.entries());
}

TEST(MemoryNeed, CountsWeightsAndSparseNumbers) {
  const Graph plain = testing::random_graph(50, 0.2, 3, false);
  const Graph weighted = testing::random_graph(50, 0.2, 3, true);
  EXPECT_GT(memory_need({weighted, {}}, {})->input, 3 * memory_need({plain, {}}, {})->input);
  SparseRows words;
  words.cols = 1000;
  words.offsets.assign(51, 0);
  EXPECT_EQ(memory_need({plain, words}, {})->input, memory_need({plain, {}}, {})->input);
}

TEST(MemoryNeed, OfOtherMethodsIsNotKnown) {
  EXPECT_FALSE(memory_need({testing::path_graph(4), {}}, preset_options(Preset::paper)));
}

}  // namespace
}  // namespace cgsd
