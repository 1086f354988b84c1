#include "papers/cgsd/statements/gated_modularity.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/papers/statements/parts_of.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::parts_of;

GatedModularity modularity_of(const PartitionedGraph& parts) {
  return gated_modularity(parts, split_curvature(parts), RunContext());
}

// 0–1–2–3 in two halves: gates a = σ(1), ½, a; the halves have equal volumes, so Q = C − ½ with and without gates, and
// the upper bound is met.
TEST(GatedModularity, OfAPathIsWorkedOutByHand) {
  const double a = 1.0 / (1.0 + std::exp(-1.0));
  const double gated_coverage = 2 * a / (2 * a + 0.5);
  const GatedModularity found = modularity_of(parts_of(testing::path_graph(4), {0, 0, 1, 1}));
  EXPECT_NEAR(std::exp(found.log_gate_within), a, 1e-15);
  EXPECT_NEAR(std::exp(found.log_gate_cross), 0.5, 1e-15);
  EXPECT_NEAR(found.coverage, 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(found.gated_coverage, gated_coverage, 1e-14);
  EXPECT_NEAR(found.coverage_gap, (2.0 / 9.0) * (a - 0.5) / (2.0 / 3.0 * a + 0.5 / 3.0), 1e-14);
  EXPECT_NEAR(found.modularity, 1.0 / 6.0, 1e-15);
  EXPECT_NEAR(found.gap, gated_coverage - 2.0 / 3.0, 1e-14);
  EXPECT_NEAR(found.highest_gap, found.gap, 1e-14);
  EXPECT_NEAR(found.lowest_gap, -(1 - gated_coverage) * (1 - gated_coverage) / 2 - 1.0 / 6.0, 1e-14);
  EXPECT_EQ(found.verdict, Verdict::holds);
}

TEST(GatedModularity, OneEdgeAcrossMeetsTheLowerBound) {
  // C = 0, and either side has half of the volume: Q = −½.
  const GatedModularity found = modularity_of(parts_of(testing::path_graph(2), {0, 1}));
  EXPECT_NEAR(found.gated_modularity, -0.5, 1e-15);
  EXPECT_NEAR(found.lowest_gap, 0.0, 1e-15);
  EXPECT_EQ(found.verdict, Verdict::premise_not_met);
}

TEST(GatedModularity, BoundsHoldOnRandomGraphsWhateverThePartition) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const NodeId nodes = 30;
    std::vector<std::int32_t> community_of(nodes);
    RandomSequence random(RandomStream(seed).named("communities"));
    for (auto& c : community_of) c = static_cast<std::int32_t>(random.below(4));
    const GatedModularity found = modularity_of(parts_of(testing::random_graph(nodes, 0.15, seed), community_of));
    EXPECT_LE(found.lowest_gap, found.gap + 1e-12);
    EXPECT_LE(found.gap, found.highest_gap + 1e-12);
    EXPECT_EQ(found.coverage_gap > 0.0, found.log_gate_within > found.log_gate_cross);
  }
}

TEST(GatedModularity, BearsGatesThatUnderflowAndNoEdges) {
  const PartitionedGraph clique = parts_of(testing::complete_graph(500), std::vector<std::int32_t>(500, 0));
  const GatedModularity found = modularity_of(clique);
  EXPECT_NEAR(found.gated_modularity, 0.0, 1e-12);  // one community holds everything
  EXPECT_NEAR(found.gated_coverage, 1.0, 1e-12);
  EXPECT_TRUE(std::isnan(modularity_of(parts_of(testing::graph_of(2, {}), {0, 1})).gap));
}

}  // namespace
}  // namespace cgsd
