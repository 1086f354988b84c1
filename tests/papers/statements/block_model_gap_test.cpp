#include "papers/cgsd/statements/block_model_gap.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/papers/statements/parts_of.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::parts_of;

// 0–1–2–3 in two halves. The ends of a half have degrees 1, 2, 2, one of them crosses: x for one half, y for the other.
// The gap is 1.5 (x + y) − 5; x and y have mean 5/3 and variance 2/9, so it has mean 0 and deviation 1. Measured: 1 −
// 0.
TEST(BlockModelGap, OfAPathIsWorkedOutByHand) {
  const BlockModelGap found = block_model_gap(parts_of(testing::path_graph(4), {0, 0, 1, 1}));
  EXPECT_NEAR(found.measured, 1.0, 1e-14);
  EXPECT_NEAR(found.predicted, 0.0, 1e-14);
  EXPECT_NEAR(found.deviation, 1.0, 1e-14);
  EXPECT_EQ(found.verdict, Verdict::holds);
}

// A clique of five beside a path of two, joined: degrees differ between communities, and that is what the gap shows.
TEST(BlockModelGap, ComesFromCommunitiesOfDifferentDegrees) {
  const Graph graph = testing::graph_of(
      7, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}, {4, 5}, {5, 6}});
  const BlockModelGap found = block_model_gap(parts_of(graph, {0, 0, 0, 0, 0, 1, 1}));
  // Ends of the clique: 21, degrees 4 · 4 · 4 + 5 · 5 = 89; ends of the pair: 3, degrees 2 + 2 + 1 = 5.
  const double q0 = 89.0 / 21.0;
  const double q1 = 5.0 / 3.0;
  const double within = (10.0 * (4 - 2 * q0) + 1.0 * (4 - 2 * q1)) / 11.0;
  EXPECT_NEAR(found.predicted, within - (4 - q0 - q1), 1e-13);
  EXPECT_NEAR(found.measured, (6 * -4.0 + 4 * -5.0 + 1.0) / 11.0 - (-3.0), 1e-13);
}

TEST(BlockModelGap, IsViolatedWhereCommunitiesAreCutByDegree) {
  // A hub in each half; within, hubs meet only leaves, and the two hubs meet across: many times more often than the
  // model.
  EntryList list{.nodes = 42, .entries = {{0, 21}}, .weights = {}};
  for (NodeId leaf = 1; leaf <= 20; ++leaf) {
    list.entries.push_back({0, leaf});
    list.entries.push_back({21, 21 + leaf});
    list.entries.push_back({leaf, 21 + leaf});
  }
  std::vector<std::int32_t> halves(42, 0);
  std::fill(halves.begin() + 21, halves.end(), 1);
  const BlockModelGap found = block_model_gap(parts_of(build_graph(list, {}, RunContext()).graph, halves));
  // Within: 40 edges hub–leaf, 4 − 21 − 2; across: 20 edges leaf–leaf of 0 and one of two hubs, −38.
  EXPECT_NEAR(found.measured, -19.0 - (-38.0 / 21.0), 1e-12);
  EXPECT_EQ(found.verdict, Verdict::violated);
}

TEST(BlockModelGap, NeedsEdgesOnBothSides) {
  EXPECT_EQ(block_model_gap(parts_of(testing::path_graph(3), {0, 0, 0})).verdict, Verdict::premise_not_met);
  EXPECT_TRUE(std::isnan(block_model_gap(parts_of(testing::graph_of(1, {}), {0})).measured));
}

}  // namespace
}  // namespace cgsd
