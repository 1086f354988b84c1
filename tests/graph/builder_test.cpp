#include "cgsd/graph/builder.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(Builder, SaysWhatItDidToTheEntries) {
  // One loop, one repeat of 0→1, the pair {1,2} both ways, and 2→3 alone.
  const EntryList list{.nodes = 5, .entries = {{0, 1}, {0, 0}, {0, 1}, {1, 2}, {2, 1}, {2, 3}}, .weights = {}};
  const BuiltGraph built = build_graph(list, {}, RunContext());
  EXPECT_EQ(built.report.entries_read, 6u);
  EXPECT_EQ(built.report.self_loops_dropped, 1u);
  EXPECT_EQ(built.report.repeats_merged, 1u);
  EXPECT_EQ(built.report.directions_joined, 1u);
  EXPECT_EQ(built.graph.edges(), 3u);
  EXPECT_EQ(built.graph.degree(4), 0u);
  EXPECT_THAT(built.graph.neighbours(2), ElementsAre(1, 3));
}

TEST(Builder, AddsRepeatsAndJoinsDirectionsByTheMaximum) {
  const EntryList list{.nodes = 3, .entries = {{0, 1}, {0, 1}, {1, 0}, {2, 1}}, .weights = {1.0, 2.5, 3.0, 7.0}};
  const Graph graph = build_graph(list, {}, RunContext()).graph;
  EXPECT_THAT(graph.weights(), ElementsAre(3.5, 3.5, 7.0, 7.0));
  EXPECT_FALSE(build_graph(list, {.binary = true}, RunContext()).graph.weighted());
}

TEST(Builder, KeepsDirectedEntriesAsTheyAre) {
  const EntryList list{.nodes = 3, .entries = {{2, 0}, {0, 0}, {0, 1}, {0, 1}, {1, 0}}, .weights = {}};
  const BuiltGraph built = build_graph(list, {.directed = true}, RunContext());
  EXPECT_THAT(built.graph.neighbours(0), ElementsAre(0, 1, 1));
  EXPECT_THAT(built.graph.neighbours(1), ElementsAre(0));
  EXPECT_THAT(built.graph.neighbours(2), ElementsAre(0));
  EXPECT_EQ(built.graph.edges(), 5u);
  EXPECT_EQ(built.report.self_loops_dropped, 0u);
}

TEST(Builder, MakesEmptyGraphs) {
  EXPECT_EQ(build_graph({}, {}, RunContext()).graph.nodes(), 0u);
  EXPECT_EQ(build_graph({.nodes = 3, .entries = {}, .weights = {}}, {}, RunContext()).graph.edges(), 0u);
}

TEST(Builder, RefusesWhatCannotBeAGraph) {
  EXPECT_THROW(build_graph({.nodes = 2, .entries = {{0, 2}}, .weights = {}}, {}, RunContext()), InvalidArgument);
  EXPECT_THROW(build_graph({.nodes = 2, .entries = {{0, 1}}, .weights = {1.0, 2.0}}, {}, RunContext()),
               InvalidArgument);
  EXPECT_THROW(build_graph({.nodes = kMaxNodes + 1, .entries = {}, .weights = {}}, {}, RunContext()), InvalidArgument);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(build_graph({.nodes = 2, .entries = {{0, 1}}, .weights = {nan}}, {}, RunContext()), InvalidArgument);
}

TEST(Builder, GivesTheSameBitsAtAnyThreadCount) {
  RandomSequence random(RandomStream(2));
  EntryList list{.nodes = 20000, .entries = {}, .weights = {}};
  for (int i = 0; i < 300000; ++i) {
    list.entries.push_back({static_cast<NodeId>(random.below(20000)), static_cast<NodeId>(random.below(50))});
    list.weights.push_back(random.uniform());
  }
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return build_graph(list, {}, run).graph; });
}

// The slow twin: sets of pairs.
RC_GTEST_PROP(Builder, AgreesWithSetsOfPairs, ()) {
  const auto nodes = *rc::gen::inRange<NodeId>(1, 12);
  const auto pairs = *rc::gen::container<std::vector<std::pair<NodeId, NodeId>>>(
      rc::gen::pair(rc::gen::inRange<NodeId>(0, nodes), rc::gen::inRange<NodeId>(0, nodes)));
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  std::map<std::pair<NodeId, NodeId>, int> listed;
  std::uint64_t loops = 0;
  for (const auto& [u, v] : pairs) {
    list.entries.push_back({u, v});
    loops += u == v ? 1 : 0;
    if (u != v) ++listed[{u, v}];
  }
  std::set<std::pair<NodeId, NodeId>> edges;
  std::uint64_t repeats = 0;
  for (const auto& [pair, count] : listed) {
    edges.insert(std::minmax(pair.first, pair.second));
    repeats += static_cast<std::uint64_t>(count - 1);
  }
  const BuiltGraph built = build_graph(list, {}, RunContext());
  RC_ASSERT(built.graph.edges() == edges.size());
  RC_ASSERT(built.report.self_loops_dropped == loops);
  RC_ASSERT(built.report.repeats_merged == repeats);
  RC_ASSERT(built.report.directions_joined == listed.size() - edges.size());
  for (NodeId u = 0; u < nodes; ++u) {
    const auto row = built.graph.neighbours(u);
    RC_ASSERT(std::is_sorted(row.begin(), row.end()));
    for (NodeId v = 0; v < nodes; ++v) {
      const bool is_edge = edges.contains(std::minmax(u, v)) && u != v;
      RC_ASSERT((find_entry(built.graph, u, v) < built.graph.entries()) == is_edge);
    }
  }
}

}  // namespace
}  // namespace cgsd
