#include "cgsd/rounding/neighbour_affinity.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/curvature/forman.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// Four points on a line: 0, 1, 2 and, far off, 9.
Matrix<float> line() { return {4, 1, {0.0f, 1.0f, 2.0f, 9.0f}}; }

// Forman curvature 4 − d_u − d_v of the path 0 − 1 − 2 − 3 is 1, 0, 1: ranks 2.5, 1, 2.5 of 3 edges, both entries counted.
TEST(NeighbourAffinity, GateIsTheRankOfTheCurvature) {
  const KnnOptions one{.neighbours = 1};
  const Affinity plain = self_tuned_neighbours(line(), one, {.gate = NeighbourGate::none}, RunContext());
  const Affinity gated = self_tuned_neighbours(line(), one, {.gate = NeighbourGate::rank}, RunContext());
  ASSERT_EQ(plain.graph.edges(), 3u);
  const auto factor = [&](NodeId u, NodeId v) {
    const EntryIndex entry = find_entry(plain.graph, u, v);
    return std::exp(gated.log_weight[entry] - plain.log_weight[entry]);
  };
  EXPECT_NEAR(factor(0, 1), 4.5 / 6.0, 1e-12);  // ranks 3 … 6 of 6 entries share 4.5
  EXPECT_NEAR(factor(2, 3), 4.5 / 6.0, 1e-12);
  EXPECT_NEAR(factor(1, 2), 1.5 / 6.0, 1e-12);
}

TEST(NeighbourAffinity, OfCurvatureTakesThatOfTheOriginalEdge) {
  const Graph original = testing::path_graph(4);
  const std::vector<double> curvature = forman_curvature(original, RunContext());
  const Affinity a = curved_neighbours(line(), {original, curvature}, {.neighbours = 1},
                                       {.edge = EdgeChoice::same_edge, .alpha = 1.0}, RunContext());
  EXPECT_NEAR(a.log_weight[find_entry(a.graph, 0, 1)], log_sigmoid(1.0), 1e-12);  // 4 − 1 − 2
  EXPECT_NEAR(a.log_weight[find_entry(a.graph, 1, 2)], log_sigmoid(0.0), 1e-12);  // 4 − 2 − 2
}

}  // namespace
}  // namespace cgsd
