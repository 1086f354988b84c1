#include "cgsd/graph/rewiring.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// Two groups of 100 nodes, joined within only.
Graph two_groups() {
  EntryList list{.nodes = 200, .entries = {}, .weights = {}};
  for (const Entry& e : testing::random_entries(100, 0.2, 7).entries) {
    list.entries.push_back(e);
    list.entries.push_back({e.source + 100, e.target + 100});
  }
  return build_graph(list, {}, RunContext()).graph;
}

double share_across(GraphView graph) {
  double across = 0.0;
  for (NodeId u = 0; u < graph.nodes(); ++u)
    for (const NodeId v : graph.neighbours(u)) across += (u < 100) != (v < 100) ? 1.0 : 0.0;
  return across / static_cast<double>(graph.entries());
}

TEST(Rewired, ForgetsTheGroups) {
  const Graph given = two_groups();
  ASSERT_EQ(share_across(given), 0.0);
  EXPECT_NEAR(share_across(rewired(given, RandomStream(1), RunContext())), 0.5, 0.05);
}

TEST(Rewired, KeepsEveryDegree) {
  const Graph given = two_groups();
  const Graph made = rewired(given, RandomStream(1), RunContext());
  EXPECT_FALSE(made.weighted());
  for (NodeId u = 0; u < given.nodes(); ++u) EXPECT_EQ(made.degree(u), given.degree(u)) << u;
}

TEST(Rewired, KeepsEveryWeight) {
  const Graph given = testing::random_graph(100, 0.2, 7, true);
  const Graph made = rewired(given, RandomStream(1), RunContext());
  const auto sorted = [](const Graph& g) {
    std::vector<double> weights(g.weights().begin(), g.weights().end());
    std::ranges::sort(weights);
    return weights;
  };
  EXPECT_EQ(sorted(made), sorted(given));
}

TEST(Rewired, DependsOnItsStreamAlone) {
  const Graph given = two_groups();
  EXPECT_EQ(rewired(given, RandomStream(1), RunContext({.seed = 1})),
            rewired(given, RandomStream(1), RunContext({.seed = 2})));
  EXPECT_FALSE(rewired(given, RandomStream(1), RunContext()) == rewired(given, RandomStream(2), RunContext()));
}

// More than a million entries, of which few meet: shuffled in piles. Two groups, joined within only.
Graph many_edges() {
  const NodeId half = 30'000;
  EntryList list{.nodes = 2 * half, .entries = {}, .weights = {}};
  RandomSequence random(RandomStream(5));
  for (int i = 0; i < 600'000; ++i) {
    const auto first = static_cast<NodeId>(i % 2) * half;
    list.entries.push_back(
        {first + static_cast<NodeId>(random.below(half)), first + static_cast<NodeId>(random.below(half))});
  }
  return build_graph(list, {}, RunContext()).graph;
}

TEST(Rewired, DoesTheSameToManyEdges) {
  const Graph given = many_edges();
  const NodeId half = given.nodes() / 2;
  const Graph made = rewired(given, RandomStream(1), RunContext());
  EXPECT_FALSE(made.weighted());
  EXPECT_GT(static_cast<double>(made.entries()), 0.99 * static_cast<double>(given.entries()));
  std::vector<std::uint64_t> across(4, 0);  // by quarters of the nodes, so that no part keeps its old neighbours
  for (NodeId u = 0; u < given.nodes(); ++u) {
    ASSERT_LE(made.degree(u), given.degree(u));
    for (const NodeId v : made.neighbours(u)) across[u * 4ULL / given.nodes()] += (u < half) != (v < half) ? 1 : 0;
  }
  for (const std::uint64_t count : across)
    EXPECT_NEAR(static_cast<double>(count) / static_cast<double>(made.entries()), 0.125, 0.002);
  EXPECT_EQ(made, rewired(given, RandomStream(1), RunContext({.workers = 1})));
  EXPECT_FALSE(made == rewired(given, RandomStream(2), RunContext()));
}

// Beyond a million entries too: two hundred hubs that are joined to all have no room for more edges between them.
TEST(Rewired, KeepsTheDegreesOfManyEdgesIfHubsWouldMeet) {
  EntryList list{.nodes = 3000, .entries = {}, .weights = {}};
  for (NodeId hub = 0; hub < 200; ++hub)
    for (NodeId v = hub + 1; v < list.nodes; ++v) list.entries.push_back({hub, v});
  const Graph given = build_graph(list, {}, RunContext()).graph;
  ASSERT_GT(given.entries(), 1'000'000u);
  EXPECT_EQ(rewired(given, RandomStream(1), RunContext()), given) << "the only graph with these degrees";
}

// Few edges, which each swaps; and many, whose ends are given to each other.
TEST(Rewired, IsTheSameIfProcessesShareTheGraph) {
  const std::array given = {testing::random_graph(60, 0.2, 5, true), testing::random_graph(60, 0.2, 5, false),
                            many_edges()};
  for (const Graph& graph : given) {
    const Graph one = rewired(graph, RandomStream(4), RunContext());
    testing::run_processes(3, [&](const RunContext& run, Processes& processes) {
      const Graph own = rewired(testing::share_of(graph, processes), RandomStream(4), run);
      ASSERT_EQ(rows_of_all(run, own.entries()), one.entries());
      ASSERT_EQ(own.weighted(), one.weighted());
      const IdsAmongAll id(own, run);
      const auto first = static_cast<NodeId>(first_row(run));
      for (NodeId u = 0; u < own.nodes(); ++u) {
        ASSERT_EQ(own.degree(u), one.degree(first + u));
        for (std::size_t i = 0; i < own.degree(u); ++i)
          ASSERT_EQ(id(own.neighbours(u)[i]), one.neighbours(first + u)[i]);
      }
    });
  }
}

TEST(Rewired, TakesAGraphWithoutEdges) {
  EXPECT_EQ(rewired(testing::graph_of(3, {}), RandomStream(1), RunContext()).entries(), 0u);
}

using Pairs = std::set<std::pair<NodeId, NodeId>>;

Pairs pairs_of(const std::vector<Entry>& edges) {
  Pairs pairs;
  for (const Entry& e : edges) pairs.insert(std::minmax(e.source, e.target));
  return pairs;
}

std::map<NodeId, int> degrees_of(const std::vector<Entry>& edges) {
  std::map<NodeId, int> degrees;
  for (const Entry& e : edges) {
    ++degrees[e.source];
    ++degrees[e.target];
  }
  return degrees;
}

std::vector<Entry> random_edges(NodeId nodes, double density) {
  std::vector<Entry> edges;
  for (const auto& [u, v] : pairs_of(testing::random_entries(nodes, density, 3).entries))
    if (u != v) edges.push_back({u, v});
  return edges;
}

TEST(JoinedAtRandom, ForgetsTheGroups) {
  EXPECT_NEAR(share_across(joined_at_random(two_groups(), RandomStream(1), RunContext())), 0.5, 0.05);
}

TEST(JoinedAtRandom, AddsWeightsThatMeetAndLosesLoopsAlone) {
  const Graph given = testing::random_graph(100, 0.2, 7, true);
  const Graph made = joined_at_random(given, RandomStream(1), RunContext());
  ASSERT_TRUE(made.weighted());
  EXPECT_LT(made.entries(), given.entries());
  const auto sum = [](const Graph& g) { return std::accumulate(g.weights().begin(), g.weights().end(), 0.0); };
  EXPECT_LT(sum(made), sum(given));
  EXPECT_GT(sum(made), 0.97 * sum(given));  // one end in a hundred meets its own node
}

TEST(JoinedAtRandom, CountsEdgesThatMeetWithoutWeights) {
  const Graph given = testing::graph_of(3, {{0, 1}, {0, 2}, {1, 2}});
  double largest = 0.0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph made = joined_at_random(given, RandomStream(seed), RunContext());
    for (EntryIndex i = 0; i < made.entries(); ++i) largest = std::max(largest, made.weights()[i]);
  }
  EXPECT_GE(largest, 2.0);
}

TEST(JoinedAtRandom, DependsOnItsStreamAlone) {
  const Graph given = testing::random_graph(300, 0.1, 3, true);
  const Graph made = joined_at_random(given, RandomStream(2), RunContext({.seed = 1}));
  EXPECT_EQ(made, joined_at_random(given, RandomStream(2), RunContext({.seed = 2})));
  EXPECT_NE(made, joined_at_random(given, RandomStream(3), RunContext()));
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const Graph graph = joined_at_random(given, RandomStream(2), run);
    return std::vector<double>(graph.weights().begin(), graph.weights().end());
  });
}

// Beyond one block of edges, so that a process begins within one.
TEST(JoinedAtRandom, IsTheSameIfProcessesShareTheGraph) {
  for (const NodeId nodes : {NodeId{60}, NodeId{900}}) {
    const Graph given = testing::random_graph(nodes, 0.2, 5, true);
    const Graph one = joined_at_random(given, RandomStream(4), RunContext());
    for (const int count : {2, 3}) {
      testing::run_processes(count, [&](const RunContext& run, Processes& processes) {
        const Graph own = joined_at_random(testing::share_of(given, processes), RandomStream(4), run);
        ASSERT_EQ(rows_of_all(run, own.entries()), one.entries());
        const IdsAmongAll id(own, run);
        const auto first = static_cast<NodeId>(first_row(run));
        for (NodeId u = 0; u < own.nodes(); ++u) {
          ASSERT_EQ(own.degree(u), one.degree(first + u));
          for (std::size_t i = 0; i < own.degree(u); ++i) {
            EXPECT_EQ(id(own.neighbours(u)[i]), one.neighbours(first + u)[i]);
            EXPECT_DOUBLE_EQ(own.weights()[own.row_begin(u) + i], one.weights()[one.row_begin(first + u) + i]);
          }
        }
      });
    }
  }
}

TEST(SwapEdges, KeepsEveryDegreeAndMakesNoLoopsAndNoRepeats) {
  for (const double density : {0.02, 0.2, 0.7}) {
    const std::vector<Entry> given = random_edges(120, density);
    std::vector<Entry> edges = given;
    swap_edges(edges, 3, RandomStream(1), RunContext());
    EXPECT_EQ(degrees_of(edges), degrees_of(given));
    EXPECT_EQ(pairs_of(edges).size(), given.size());
    for (const Entry& e : edges) EXPECT_NE(e.source, e.target);
    EXPECT_NE(pairs_of(edges), pairs_of(given));
  }
}

// A star and a complete graph are the only graphs with their degrees.
TEST(SwapEdges, LeavesAGraphThatIsTheOnlyOneWithItsDegrees) {
  std::vector<Entry> star;
  std::vector<Entry> complete;
  for (NodeId v = 1; v < 9; ++v) {
    star.push_back({0, v});
    for (NodeId u = 0; u < v; ++u) complete.push_back({u, v});
  }
  for (std::vector<Entry> edges : {star, complete}) {
    const Pairs given = pairs_of(edges);
    swap_edges(edges, 20, RandomStream(1), RunContext());
    EXPECT_EQ(pairs_of(edges), given);
  }
}

// Six nodes of degree 2 can be joined in 70 ways: 60 rings of six and 10 pairs of triangles.
TEST(SwapEdges, MakesEveryGraphWithTheseDegreesEquallyLikely) {
  const std::vector<Entry> ring = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}};
  std::map<Pairs, int> met;
  constexpr int kDraws = 14'000;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<Entry> edges = ring;
    swap_edges(edges, 12, RandomStream(static_cast<std::uint64_t>(draw)), RunContext());
    ++met[pairs_of(edges)];
  }
  ASSERT_EQ(met.size(), 70u);
  double chi_squared = 0.0;
  for (const auto& [pairs, times] : met) chi_squared += (times - 200.0) * (times - 200.0) / 200.0;
  EXPECT_LT(chi_squared, 69.0 + 4.0 * 11.75) << "69 degrees of freedom";
}

TEST(SwapEdges, DependsOnItsStreamAlone) {
  const auto swapped = [](std::uint64_t stream, std::uint64_t seed) {
    std::vector<Entry> edges = random_edges(60, 0.1);
    swap_edges(edges, 2, RandomStream(stream), RunContext({.seed = seed}));
    return pairs_of(edges);
  };
  EXPECT_EQ(swapped(1, 1), swapped(1, 2));
  EXPECT_NE(swapped(1, 1), swapped(2, 1));
}

TEST(SwapEdges, TakesFewEdges) {
  for (const std::size_t count : {0U, 1U, 2U}) {
    std::vector<Entry> edges(count);
    for (std::size_t i = 0; i < count; ++i) edges[i] = {static_cast<NodeId>(2 * i), static_cast<NodeId>(2 * i + 1)};
    swap_edges(edges, 3, RandomStream(1), RunContext());
    EXPECT_EQ(degrees_of(edges).size(), 2 * count);
  }
}

}  // namespace
}  // namespace cgsd
