#include "cgsd/curvature/weighted_forman.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "cgsd/curvature/forman.hpp"

#include "tests/curvature/curvature_cases.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using testing::value_at;

Graph weighted(NodeId nodes, std::vector<Entry> entries, std::vector<double> weights) {
  return build_graph({nodes, std::move(entries), std::move(weights)}, {}, RunContext()).graph;
}

// Path 0–1–2 with weights 4 and 9: 4 (1/4 + 1/4 − 1/√36) and 9 (1/9 + 1/9 − 1/√36).
TEST(WeightedForman, IsRightOnAPathByHand) {
  const Graph graph = weighted(3, {{0, 1}, {1, 2}}, {4.0, 9.0});
  const auto curvature = weighted_forman_curvature(graph, RunContext());
  EXPECT_NEAR(value_at(graph, curvature, 0, 1), 4.0 / 3.0, 1e-14);
  EXPECT_NEAR(value_at(graph, curvature, 1, 2), 0.5, 1e-14);
}

TEST(WeightedForman, OfALoneEdgeIsTwoWhateverItsWeight) {
  for (const double weight : {1e-300, 0.1, 7.0, 1e300}) {
    const Graph graph = weighted(2, {{0, 1}}, {weight});
    EXPECT_NEAR(weighted_forman_curvature(graph, RunContext())[0], 2.0, 1e-14) << weight;
  }
}

TEST(WeightedForman, EqualsFormanForUnitWeightsAndWithoutWeights) {
  EntryList list = testing::random_entries(40, 0.2, 3);
  const Graph plain = build_graph(list, {}, RunContext()).graph;
  list.weights.assign(list.entries.size(), 1.0);
  const Graph unit = build_graph(list, {}, RunContext()).graph;
  ASSERT_TRUE(unit.weighted());
  EXPECT_EQ(weighted_forman_curvature(unit, RunContext()), forman_curvature(plain, RunContext()));
  EXPECT_EQ(weighted_forman_curvature(plain, RunContext()), forman_curvature(plain, RunContext()));
}

// The slow twin: the formula as printed, edge by edge, over the edges that touch each end.
TEST(WeightedForman, AgreesWithThePrintedFormula) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const EntryList list = testing::random_entries(15, 0.05 + 0.02 * static_cast<double>(seed), seed, true);
    const Graph graph = build_graph(list, {}, RunContext()).graph;
    const auto curvature = weighted_forman_curvature(graph, RunContext());
    for (std::size_t e = 0; e < list.entries.size(); ++e) {
      const double w = list.weights[e];
      double bracket = 1.0 / w + 1.0 / w;
      for (std::size_t other = 0; other < list.entries.size(); ++other) {
        if (other == e) continue;
        for (const NodeId end : {list.entries[e].source, list.entries[e].target}) {
          if (list.entries[other].source != end && list.entries[other].target != end) continue;
          bracket -= 1.0 / std::sqrt(w * list.weights[other]);
        }
      }
      const double expected = w * bracket;
      EXPECT_NEAR(value_at(graph, curvature, list.entries[e].source, list.entries[e].target), expected,
                  1e-12 * (1.0 + std::abs(expected)));
    }
  }
}

TEST(WeightedForman, RefusesWeightsThatAreNotPositiveAndNamesTheEdge) {
  for (const double bad : {0.0, -1.5}) {
    const Graph graph = weighted(4, {{0, 1}, {2, 3}, {1, 2}}, {1.0, bad, 2.0});
    const std::string refusal = testing::refusal_of([&] { weighted_forman_curvature(graph, RunContext()); });
    EXPECT_NE(refusal.find("edge 2–3"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("above 0"), std::string::npos) << refusal;
  }
  const Graph not_a_number({0, 1, 2}, {1, 0}, {std::nan(""), std::nan("")}, false);
  EXPECT_THROW(weighted_forman_curvature(not_a_number, RunContext()), InvalidArgument);
}

TEST(WeightedForman, OfExtremeWeightsIsNeverNaN) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double huge = std::numeric_limits<double>::max();
  const Graph graph = weighted(4, {{0, 1}, {1, 2}, {2, 3}}, {tiny, huge, tiny});
  const auto curvature = weighted_forman_curvature(graph, RunContext());
  EXPECT_EQ(value_at(graph, curvature, 1, 2), -std::numeric_limits<double>::infinity());  // −2√(huge/tiny) overflows
  EXPECT_NEAR(value_at(graph, curvature, 0, 1), 2.0, 1e-12);
}

TEST(WeightedForman, HasTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::sparse_graph_with_hub(20'000, 60'000, true);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return weighted_forman_curvature(graph, run); });
}

}  // namespace
}  // namespace cgsd
