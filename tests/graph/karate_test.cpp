#include "cgsd/graph/karate.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/components.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

bool is_edge(const Graph& graph, NodeId u, NodeId v) { return find_entry(graph, u, v) < graph.entries(); }

TEST(Karate, HasThePublishedSize) {
  const Dataset karate = karate_club(RunContext());
  EXPECT_EQ(karate.input.graph.nodes(), 34u);
  EXPECT_EQ(karate.input.graph.edges(), 78u);
  EXPECT_FALSE(karate.input.graph.directed());
  EXPECT_FALSE(karate.input.graph.weighted());
  EXPECT_EQ(connected_components(karate.input.graph, RunContext()).count(), 1u);
  EXPECT_TRUE(karate.input.attributes.none());
  EXPECT_TRUE(karate.names.none());
  EXPECT_EQ(karate.report.entries_read, 78u) << "no tie is listed twice";
}

// As printed in textbooks (Newman, Networks; Wasserman and Faust).
TEST(Karate, HasThePublishedDegreeSequence) {
  const Graph graph = karate_club(RunContext()).input.graph;
  EXPECT_EQ(graph.degree(33), 17u);
  EXPECT_EQ(graph.degree(0), 16u);
  EXPECT_EQ(graph.degree(32), 12u);
  EXPECT_THAT(graph.neighbours(11), ElementsAre(0)) << "person 12 knows Mr. Hi alone";
  std::vector<EntryIndex> degrees;
  for (NodeId u = 0; u < graph.nodes(); ++u) degrees.push_back(graph.degree(u));
  std::sort(degrees.begin(), degrees.end(), std::greater<>());
  EXPECT_THAT(degrees, ElementsAre(17, 16, 12, 10, 9, 6, 6, 5, 5, 5, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2,
                                   2, 2, 2, 2, 2, 2, 1));
}

TEST(Karate, HasFortyFiveTriangles) {
  const Graph graph = karate_club(RunContext()).input.graph;
  int triangles = 0;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (NodeId v = u + 1; v < graph.nodes(); ++v) {
      for (NodeId w = v + 1; w < graph.nodes(); ++w) {
        triangles += is_edge(graph, u, v) && is_edge(graph, v, w) && is_edge(graph, u, w) ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(triangles, 45);
}

TEST(Karate, SplitsIntoFactionsWithTenTiesBetweenThem) {
  const Dataset karate = karate_club(RunContext());
  const auto& faction = karate.labels.class_of;
  ASSERT_EQ(faction.size(), 34u);
  EXPECT_EQ(std::count(faction.begin(), faction.end(), 0), 16);
  EXPECT_EQ(std::count(faction.begin(), faction.end(), 1), 18);
  EXPECT_EQ(faction[0], 0);
  EXPECT_EQ(faction[33], 1);
  EXPECT_EQ(faction[8], 1) << "person 9 is of the officer's faction, whichever club he joined";
  EXPECT_EQ(karate.labels.classes(), 2);
  EXPECT_THAT(karate.labels.class_names, ElementsAre("Mr. Hi", "officer"));
  int between = 0;
  for (NodeId u = 0; u < 34; ++u) {
    for (const NodeId v : karate.input.graph.neighbours(u)) between += u < v && faction[u] != faction[v] ? 1 : 0;
  }
  EXPECT_EQ(between, 10);
}

TEST(Karate, IsTheSameAtAnyThreadCount) {
  testing::expect_same_bits_at_any_thread_count([](const RunContext& run) { return karate_club(run).input.graph; });
}

}  // namespace
}  // namespace cgsd
