#include "cgsd/curvature/ollivier.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/curvature/curvature_cases.hpp"
#include "tests/curvature/ollivier_twin.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using testing::OllivierTwin;
using testing::value_at;

std::vector<double> ollivier(const Graph& graph, double idleness) {
  return ollivier_curvature(graph, {.kind = CurvatureKind::ollivier, .idleness = idleness}, RunContext());
}
auto is_everywhere(double value) { return Each(DoubleNear(value, 1e-14)); }

// Only the masses of the two ends differ: W1 = |p − (1−p)/(n−1)|.
TEST(Ollivier, OfACompleteGraphHasItsClosedForm) {
  for (const NodeId n : {2u, 3u, 4u, 9u}) {
    EXPECT_THAT(ollivier(testing::complete_graph(n), 0.0), is_everywhere((n - 2.0) / (n - 1.0)));
    for (const double p : {0.1, 0.25, 0.5, 0.9}) {
      EXPECT_THAT(ollivier(testing::complete_graph(n), p), is_everywhere(1.0 - std::abs(p - (1.0 - p) / (n - 1.0))));
    }
  }
}

TEST(Ollivier, OfLongCyclesIsExactlyZero) {
  for (const NodeId n : {6u, 7u, 30u}) {
    EXPECT_THAT(ollivier(testing::cycle_graph(n), 0.0), Each(0.0));
    EXPECT_THAT(ollivier(testing::cycle_graph(n), 0.5), Each(0.0));
  }
}

// By hand, with half of the mass idle. C4: 1/4 goes 0→1 and 1/4 goes 3→2. C5: 1/4 over one hop and 1/4 over two.
TEST(Ollivier, OfShortCyclesIsRightByHand) {
  EXPECT_THAT(ollivier(testing::cycle_graph(3), 0.0), is_everywhere(0.5));
  EXPECT_THAT(ollivier(testing::cycle_graph(4), 0.5), is_everywhere(0.5));
  EXPECT_THAT(ollivier(testing::cycle_graph(5), 0.5), is_everywhere(0.25));
  EXPECT_THAT(ollivier(testing::cycle_graph(4), 0.0), is_everywhere(0.0));
}

// Jost and Liu 2014: −2 (1 − 1/d_u − 1/d_v)₊ without idleness, on trees.
TEST(Ollivier, OfATreeHasItsClosedForm) {
  const Graph tree = testing::graph_of(10, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {1, 5}, {1, 6}, {4, 7}, {7, 8}, {7, 9}});
  for (const Graph& graph : {tree, testing::star_graph(6), testing::path_graph(5)}) {
    const auto curvature = ollivier(graph, 0.0);
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) {
        const double inverses = 1.0 / static_cast<double>(graph.degree(u)) + 1.0 / static_cast<double>(graph.degree(v));
        EXPECT_NEAR(value_at(graph, curvature, u, v), -2.0 * std::max(0.0, 1.0 - inverses), 1e-14);
      }
    }
  }
}

// Thirds and fifths are no binary fractions, yet what cancels must cancel to the last bit.
TEST(Ollivier, IsTheExactRationalForShortBinaryIdleness) {
  const Graph star = testing::graph_of(4, {{0, 3}, {1, 3}, {2, 3}});
  EXPECT_THAT(ollivier(star, 0.0), Each(0.0));
  EXPECT_THAT(ollivier(star, 0.5), Each(1.0 / 3.0));  // 1/6 from each other leaf goes two hops
  const Graph tree = testing::graph_of(8, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {1, 5}, {1, 6}, {1, 7}});
  EXPECT_EQ(value_at(tree, ollivier(tree, 0.0), 0, 1), -14.0 / 15.0);  // −2 (1 − 1/3 − 1/5)
}

// A bridge between triangles: everything but the bridge's own ends travels three hops, as on a tree.
TEST(Ollivier, OfTheBridgeOfABarbellIsNegative) {
  const Graph graph = testing::barbell();
  const auto curvature = ollivier(graph, 0.0);
  EXPECT_NEAR(value_at(graph, curvature, 2, 3), -2.0 / 3.0, 1e-14);
  EXPECT_NEAR(value_at(graph, curvature, 0, 1), 0.5, 1e-14);
}

// Q4, whose Lin–Lu–Yau curvature is 2/4: κ_p = (1 − p) · 2/4 from p = 1/5 on. A torus piece of the grid has 0.
TEST(Ollivier, OfTheHypercubeHasItsClosedForm) {
  EntryList list{.nodes = 16, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < 16; ++u) {
    for (const NodeId bit : {1u, 2u, 4u, 8u}) list.entries.push_back({u, u ^ bit});
  }
  const Graph cube = build_graph(list, {}, RunContext()).graph;
  for (const double p : {0.2, 0.5, 0.75}) EXPECT_THAT(ollivier(cube, p), is_everywhere((1.0 - p) * 0.5));
  const Graph grid = testing::grid_graph(8);
  EXPECT_NEAR(value_at(grid, ollivier(grid, 0.5), 27, 28), 0.0, 1e-14);
}

TEST(Ollivier, IsZeroWhenAllMassIsIdle) {
  EXPECT_THAT(ollivier(testing::barbell(), 1.0), Each(0.0));
  EXPECT_THAT(ollivier(testing::random_graph(20, 0.3, 1), 1.0), Each(0.0));
}

TEST(Ollivier, OfAnEdgeOnItsOwnAndOfNothing) {
  EXPECT_THAT(ollivier(testing::graph_of(4, {{1, 2}}), 0.5), Each(1.0));  // both ends share out the same mass
  EXPECT_TRUE(ollivier(Graph(), 0.5).empty());
  EXPECT_TRUE(ollivier(testing::graph_of(4, {}), 0.5).empty());
}

void expect_twin_agrees(const Graph& graph, std::int64_t idle, std::int64_t parts, std::size_t every = 1) {
  const OllivierTwin twin(graph, idle, parts);
  const auto curvature = ollivier(graph, static_cast<double>(idle) / static_cast<double>(parts));
  std::size_t seen = 0;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v < u || seen++ % every != 0) continue;
      ASSERT_NEAR(value_at(graph, curvature, u, v), twin.value(u, v), 1e-13) << u << "–" << v;
    }
  }
}

TEST(Ollivier, AgreesWithSuccessiveCheapestPaths) {
  testing::for_each_random_graph([](const Graph& graph, std::uint64_t seed) {
    expect_twin_agrees(graph, 0, 1);
    expect_twin_agrees(graph, 1, 2);
    expect_twin_agrees(graph, static_cast<std::int64_t>(seed % 11), 11);  // between the break points of κ_p, too
  });
}

TEST(Ollivier, AgreesWithSuccessiveCheapestPathsOnSparseGraphs) {
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    const Graph graph = testing::random_graph(60, 0.03 + 0.01 * static_cast<double>(seed), seed);
    expect_twin_agrees(graph, 1, 20, 3);
  }
}

TEST(Ollivier, SpreadsMassInProportionToWeights) {
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    EntryList list = testing::random_entries(14, 0.1 + 0.03 * static_cast<double>(seed), seed);
    RandomSequence random(RandomStream(seed).named("weights"));
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
      list.weights.push_back(static_cast<double>(1 + random.below(6)));
    }
    expect_twin_agrees(build_graph(list, {}, RunContext()).graph, static_cast<std::int64_t>(seed % 3), 5);
  }
}

TEST(Ollivier, DependsOnRatiosOfWeightsOnly) {
  EntryList list = testing::random_entries(12, 0.5, 4, true);
  const auto expected = ollivier(build_graph(list, {}, RunContext()).graph, 0.3);
  for (double& weight : list.weights) weight *= 1e307;  // their sum overflows
  const auto scaled = ollivier(build_graph(list, {}, RunContext()).graph, 0.3);
  ASSERT_EQ(scaled.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(scaled[i], expected[i], 1e-12);
}

// Nodes 0 and 1 with 150 neighbours of their own each, which are joined here and there directly or through a third
// node: several words of bits per row.
TEST(Ollivier, AgreesWithSuccessiveCheapestPathsOnLargeDegrees) {
  constexpr NodeId kEach = 150;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    EntryList list{.nodes = 2 + 3 * kEach, .entries = {{0, 1}}, .weights = {}};
    RandomSequence random(RandomStream(seed).named("large degrees"));
    const auto one_of = [&](NodeId group) { return static_cast<NodeId>(2 + group * kEach + random.below(kEach)); };
    for (NodeId k = 0; k < kEach; ++k) {
      list.entries.insert(list.entries.end(), {{0, 2 + k}, {1, 2 + kEach + k}});
      list.entries.push_back({one_of(0), one_of(1)});
      for (int link = 0; link < 2; ++link) {
        const NodeId third = one_of(2);
        list.entries.insert(list.entries.end(), {{one_of(0), third}, {one_of(1), third}});
      }
    }
    const Graph graph = build_graph(list, {}, RunContext()).graph;
    for (const std::int64_t idle : {0, 1}) {
      const double expected = OllivierTwin(graph, idle, 2).value(0, 1);
      EXPECT_NEAR(value_at(graph, ollivier(graph, 0.5 * static_cast<double>(idle)), 0, 1), expected, 1e-13);
    }
  }
}

// The edge k is (2 + k, 2 + kSpokes + k); its first end hangs on hub 0, its second on hub 1. Rows of hubs are searched,
// not walked, on either side of the transport.
TEST(Ollivier, AgreesWithSuccessiveCheapestPathsBetweenHubs) {
  constexpr NodeId kSpokes = 2200;
  for (const bool hubs_share_neighbours : {false, true}) {
    EntryList list{.nodes = 2 + 2 * kSpokes, .entries = {}, .weights = {}};
    for (NodeId k = 0; k < kSpokes; ++k) {
      list.entries.push_back({0, 2 + k});
      list.entries.push_back({1, 2 + kSpokes + k});
      list.entries.push_back({2 + k, 2 + kSpokes + k});
      if (k % 5 == 0) list.entries.push_back({2 + k, 3 + k});
      if (hubs_share_neighbours && k % 50 == 7) list.entries.push_back({1, 2 + k});
    }
    const Graph graph = build_graph(list, {}, RunContext()).graph;
    const OllivierTwin twin(graph, 0, 1);
    const auto curvature = ollivier(graph, 0.0);
    for (NodeId k = 0; k < 60; ++k) {
      const NodeId u = 2 + k;
      const NodeId v = 2 + kSpokes + k;
      ASSERT_NEAR(value_at(graph, curvature, u, v), twin.value(u, v), 1e-13) << u << "–" << v;
    }
  }
}

// Small ends beside one hub: the hub is a source of some edges, a sink of others and common to most.
TEST(Ollivier, AgreesWithSuccessiveCheapestPathsNextToAHub) {
  EntryList list{.nodes = 500, .entries = {}, .weights = {}};
  for (NodeId v = 1; v < 450; ++v) list.entries.push_back({0, v});
  for (NodeId v = 1; v < 499; v += 2) list.entries.push_back({v, v + 1});
  for (NodeId v = 2; v < 490; v += 5) list.entries.push_back({v, v + 7});
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  const OllivierTwin twin(graph, 0, 1);
  const auto curvature = ollivier(graph, 0.0);
  for (NodeId u = 1; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v < u) continue;
      ASSERT_NEAR(value_at(graph, curvature, u, v), twin.value(u, v), 1e-13) << u << "–" << v;
    }
  }
}

// Bourne et al. 2018: κ_p = (1 − p)/(1 − q) κ_q for p, q ≥ 1/(max(d_u, d_v) + 1).
TEST(Ollivier, IsLinearInIdlenessBeyondItsLastBreakPoint) {
  const Graph graph = testing::random_graph(80, 0.15, 9);
  const auto half = ollivier(graph, 0.5);
  const auto most = ollivier(graph, 0.87654321);
  for (std::size_t i = 0; i < half.size(); ++i) {
    EXPECT_NEAR(most[i], (1.0 - 0.87654321) / 0.5 * half[i], 1e-13);
  }
}

TEST(Ollivier, RefusesAnUnaffordableEdgeAndSaysWhatToDo) {
  const Graph graph = testing::barbell();
  const CurvatureOptions tight{.kind = CurvatureKind::ollivier, .ollivier_limit = 8};
  const std::string refusal = testing::refusal_of([&] { ollivier_curvature(graph, tight, RunContext()); });
  EXPECT_EQ(refusal,
            "curvature kind ollivier: edge 2–3 joins degrees 3 and 3, whose product 9 is above ollivier_limit = 8; "
            "raise the limit and be patient, or use kind balanced_forman");
  EXPECT_NO_THROW(ollivier_curvature(graph, {.ollivier_limit = 9}, RunContext()));
}

TEST(Ollivier, RefusesIdlenessOutsideItsRange) {
  for (const double idleness : {-0.1, 1.1, std::nan("")}) {
    EXPECT_THROW(ollivier(testing::path_graph(3), idleness), InvalidArgument) << idleness;
  }
}

TEST(Ollivier, HasTheSameBitsAtAnyThreadCount) {
  for (const bool weighted : {false, true}) {
    const Graph graph = testing::sparse_graph_with_hub(700, 2500, weighted);
    testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
      return ollivier_curvature(graph, {.kind = CurvatureKind::ollivier, .idleness = 0.3}, run);
    });
  }
}

}  // namespace
}  // namespace cgsd
