#include "cgsd/detect/confidence.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/detect/methods.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/metrics/accuracy.hpp"

#include "tests/support/attributed_toys.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::graph_of;

void expect_in_range(const Confidence& c, const Partition& partition) {
  ASSERT_EQ(c.own.size(), partition.community_of.size());
  ASSERT_EQ(c.other.size(), c.own.size());
  ASSERT_EQ(c.other_value.size(), c.own.size());
  for (std::size_t v = 0; v < c.own.size(); ++v) {
    if (std::isnan(c.own[v])) continue;
    EXPECT_GE(c.own[v], 0.0);
    EXPECT_LE(c.own[v], 1.0);
    EXPECT_GE(c.other_value[v], 0.0);
    EXPECT_LE(c.other_value[v], 1.0);
    EXPECT_NE(c.other[v], partition.community_of[v]);
    EXPECT_LT(c.other[v], partition.communities);
  }
}

// The walk of smoothing_test.cpp: P = (½ ½ 0), (1/7 3/7 3/7), (0 ½ ½). With u the indicator of node 0,
// P³u = (89/392, 183/1372, 5/49). Every point is half-way between the two centres, so p = ½.
TEST(Confidence, IsTheRootOfCentreShareTimesWalkShareByHand) {
  Affinity affinity{graph_of(3, {{0, 1}, {1, 2}}), {}};
  affinity.log_weight = {0.0, 0.0, std::log(3.0), std::log(3.0)};
  KmeansResult clustering;
  clustering.partition = {{1, 0, 0}, 2};
  clustering.centres = Matrix<double>(2, 1, {1.0, -1.0});
  clustering.inertia = 3.0;
  const Matrix<double> points(3, 1, {0.0, 0.0, 0.0});
  const Confidence c = walk_confidence({points, clustering, affinity}, RunContext());
  EXPECT_NEAR(c.own[0], std::sqrt(0.5 * 89.0 / 392.0), 1e-7);
  EXPECT_NEAR(c.other_value[0], std::sqrt(0.5 * 303.0 / 392.0), 1e-7);
  EXPECT_NEAR(c.own[1], std::sqrt(0.5 * (1.0 - 183.0 / 1372.0)), 1e-7);
  EXPECT_NEAR(c.own[2], std::sqrt(0.5 * (1.0 - 5.0 / 49.0)), 1e-7);
  EXPECT_THAT(c.other, ElementsAre(0, 1, 1));
}

// 40 communities take two turns of columns. Node 2i and 2i + 1 are joined and alone: the walk never leaves.
TEST(Confidence, WalksMoreCommunitiesThanFitIntoOneTurn) {
  constexpr NodeId kPairs = 40;
  EntryList list{.nodes = 2 * kPairs, .entries = {}, .weights = {}};
  KmeansResult clustering;
  clustering.partition.communities = kPairs;
  clustering.centres = Matrix<double>(kPairs, 1);
  Matrix<double> points(list.nodes, 1);
  for (NodeId i = 0; i < kPairs; ++i) {
    list.entries.push_back({2 * i, 2 * i + 1});
    clustering.centres(i, 0) = 100.0 * i;
    for (const NodeId v : {2 * i, 2 * i + 1}) {
      clustering.partition.community_of.push_back(static_cast<std::int32_t>(i));
      points(v, 0) = 100.0 * i;
    }
  }
  clustering.inertia = 1.0;
  Affinity affinity{build_graph(list, {}, RunContext()).graph, {}};
  affinity.log_weight.assign(affinity.graph.entries(), 0.0);
  const Confidence c = walk_confidence({points, clustering, affinity}, RunContext());
  for (const double own : c.own) EXPECT_NEAR(own, 1.0, 1e-6);
  for (const std::int32_t other : c.other) EXPECT_EQ(other, kNoOther);
}

// Node 0 has weight 3 inside and 1 across to community 1; node 3 has one edge, across; node 4 has none.
TEST(Confidence, OfEdgesIsTheShareOfWeightThatStays) {
  const Graph graph =
      build_graph({.nodes = 5, .entries = {{0, 1}, {0, 2}, {0, 3}}, .weights = {2.0, 1.0, 1.0}}, {}, RunContext())
          .graph;
  const Confidence c = edge_confidence(graph, {{0, 0, 0, 1, 2}, 3}, RunContext());
  EXPECT_EQ(c.source, ConfidenceSource::edges);
  EXPECT_DOUBLE_EQ(c.own[0], 0.75);
  EXPECT_DOUBLE_EQ(c.other_value[0], 0.25);
  EXPECT_DOUBLE_EQ(c.own[1], 1.0);
  EXPECT_DOUBLE_EQ(c.own[3], 0.0);
  EXPECT_TRUE(std::isnan(c.own[4]));
  EXPECT_THAT(c.other, ElementsAre(1, kNoOther, kNoOther, 0, kNoOther));
}

// Columns 2 and 0 became communities 0 and 1; nobody took column 1.
TEST(Confidence, OfAnAssignmentIsTheShareOfTheOwnColumn) {
  const Matrix<float> assignment(3, 3, {0.1f, 0.3f, 0.6f, 0.25f, 0.25f, 0.5f, 1.0f, 0.0f, 0.0f});
  const Confidence c = assignment_confidence(assignment, {{0, 0, 1}, 2}, RunContext());
  EXPECT_NEAR(c.own[0], 0.6, 1e-7);
  EXPECT_NEAR(c.other_value[0], 0.1, 1e-7);
  EXPECT_EQ(c.own[2], 1.0);
  EXPECT_THAT(c.other, ElementsAre(1, 1, kNoOther));
  const Matrix<float> broken(2, 2, {NAN, 1.0f, 0.0f, 0.0f});
  EXPECT_THAT(assignment_confidence(broken, {{0, 0}, 1}, RunContext()).own, ElementsAre(0.0, 0.0));
}

TEST(Confidence, IsThereForEveryMethodAndInRange) {
  const Dataset data = testing::three_communities(90);
  for (const MethodRecord& record : method_records()) {
    ConfiguredMethod method(record);
    method.communities = record.communities == Need::no ? 0 : 3;
    for (const Option& option : method.options()) {
      if (option.name.ends_with("epochs")) option.set("3");
    }
    const MethodResult found = method.run(data.input, RunContext());
    SCOPED_TRACE(record.name);
    expect_in_range(confidence(data.input.graph, found, RunContext()), found.partition);
  }
}

TEST(Confidence, ComesFromWhatTheMethodHas) {
  const Dataset data = testing::three_communities(90);
  const auto source = [&](const char* name, const std::vector<std::string>& settings = {}) {
    ConfiguredMethod method = configured(name);
    method.communities = method.record().communities == Need::no ? 0 : 3;
    method.set(settings);
    return confidence(data.input.graph, method.run(data.input, RunContext()), RunContext()).source;
  };
  EXPECT_EQ(source("default"), ConfidenceSource::centres_and_walk);
  const Dataset karate = karate_club(RunContext());
  const MethodResult bare = configured("default").run(karate.input, RunContext());
  EXPECT_EQ(confidence(karate.input.graph, bare, RunContext()).source, ConfidenceSource::centres_walk_and_edges);
  EXPECT_EQ(source("default", {"rounding=kmeans"}), ConfidenceSource::centres);
  EXPECT_EQ(source("default", {"rounding=spectral"}), ConfidenceSource::centres_and_walk);
  EXPECT_EQ(source("kmeans"), ConfidenceSource::centres);
  EXPECT_EQ(source("dmon", {"dmon.epochs=2"}), ConfidenceSource::assignment);
  EXPECT_EQ(source("leiden"), ConfidenceSource::edges);
}

TEST(Confidence, OfOneCommunityIsWhole) {
  const Dataset data = testing::three_communities(60);
  ConfiguredMethod method = configured("default");
  method.communities = 1;
  const MethodResult found = method.run(data.input, RunContext());
  const Confidence c = confidence(data.input.graph, found, RunContext());
  for (const double own : c.own) EXPECT_NEAR(own, 1.0, 1e-6);
  for (const std::int32_t other : c.other) EXPECT_EQ(other, kNoOther);
}

TEST(Confidence, BearsASingleNodeAndGraphsWithoutEdgesOrWithoutAttributes) {
  const auto check = [](const AttributedGraph& input, std::int32_t communities) {
    ConfiguredMethod method = configured("default");
    method.communities = communities;
    const MethodResult found = method.run(input, RunContext());
    const Confidence c = confidence(input.graph, found, RunContext());
    expect_in_range(c, found.partition);
    for (const double own : c.own) EXPECT_FALSE(std::isnan(own));
  };
  check({graph_of(1, {}), Attributes(Matrix<float>(1, 1, {2.0F}))}, 1);
  check({graph_of(5, {}), Attributes(Matrix<float>(5, 1, {1.0F, 1.0F, 0.9F, -1.0F, -0.9F}))}, 2);
  check({graph_of(5, {}), Attributes(Matrix<float>(5, 1, {1.0F, 1.0F, 1.0F, 1.0F, 1.0F}))}, 3);
  check({testing::path_graph(7), {}}, 2);
}

// Few edges, many of them across, and words that say little: some nodes end up in the wrong community, and these are the
// ones in doubt.
TEST(Confidence, IsHigherForNodesThatAreRight) {
  const Dataset data = stochastic_block_model({.nodes = 400,
                                               .communities = 3,
                                               .heterophily = 0.3,
                                               .mean_degree = 5.0,
                                               .attributes = AttributeKind::words,
                                               .dimensions = 120,
                                               .coupling = Coupling::independent,
                                               .signal = 0.4,
                                               .words = 8},
                                              RunContext());
  ConfiguredMethod method = configured("default");
  method.communities = 3;
  const MethodResult found = method.run(data.input, RunContext());
  const Confidence c = confidence(data.input.graph, found, RunContext());
  const auto match = best_matching(contingency(found.partition.community_of, data.labels.class_of));
  double sum[2] = {0.0, 0.0};
  double count[2] = {0.0, 0.0};
  for (std::size_t v = 0; v < c.own.size(); ++v) {
    const bool right = match[static_cast<std::size_t>(found.partition.community_of[v])] == data.labels.class_of[v];
    sum[right ? 1 : 0] += c.own[v];
    count[right ? 1 : 0] += 1.0;
  }
  ASSERT_GT(count[0], 5.0);
  EXPECT_GT(sum[1] / count[1], sum[0] / count[0] + 0.05);
}

TEST(Confidence, HasTheSameBitsAtAnyNumberOfThreads) {
  const Dataset data = testing::three_communities(900, 0.4);
  ConfiguredMethod method = configured("default");
  method.communities = 3;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return confidence(data.input.graph, method.run(data.input, run), run).own; });
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return edge_confidence(data.input.graph, {data.labels.class_of, 3}, run).own;
  });
}

}  // namespace
}  // namespace cgsd
