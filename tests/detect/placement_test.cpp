#include "cgsd/detect/placement.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

constexpr std::int32_t kCommunities = 4;

DetectOptions options_for(std::int32_t communities) {
  DetectOptions options;
  options.communities = communities;
  return options;
}

struct Known {
  AttributedGraph input;
  Detection found;
  DetectionModel model;
};

Known known_of(const AttributedGraph& input, const DetectOptions& options = options_for(kCommunities)) {
  Detection found = detect(input, options, RunContext());
  DetectionModel model = make_model(found, input, options, RunContext());
  return {input, std::move(found), std::move(model)};
}

Dataset planted(double heterophily, AttributeKind attributes = AttributeKind::gaussian, double mean_degree = 15.0) {
  return stochastic_block_model({.nodes = 400,
                                 .communities = kCommunities,
                                 .heterophily = heterophily,
                                 .mean_degree = mean_degree,
                                 .attributes = attributes,
                                 .dimensions = attributes == AttributeKind::words ? 200 : 24,
                                 .coupling = Coupling::independent,
                                 .signal = attributes == AttributeKind::words ? 0.6 : 1.0},
                                RunContext({.seed = 5}));
}

const Known& alike() {
  static const Known known = known_of(planted(0.2).input);
  return known;
}

// Every known node once more, with its attributes and its edges.
NewNodes copies(const Known& known) {
  NewNodes nodes;
  nodes.count = known.input.graph.nodes();
  nodes.attributes = known.input.attributes;
  for (NodeId u = 0; u < nodes.count; ++u)
    for (const NodeId v : known.input.graph.neighbours(u)) nodes.edges.push_back({nodes.count + u, v});
  return nodes;
}

// One new node at a time, so that copies do not double the degrees of everybody.
double share_placed_like_the_original(const Known& known, NodeId step) {
  const NewNodes all = copies(known);
  double same = 0.0;
  double tried = 0.0;
  for (NodeId u = 0; u < all.count; u += step) {
    NewNodes one{.count = 1, .attributes = {}, .has_attributes = {}, .edges = {}};
    for (const NodeId v : known.input.graph.neighbours(u)) one.edges.push_back({all.count, v});
    if (!known.input.attributes.none() && !known.input.attributes.is_sparse()) {
      const auto row = known.input.attributes.dense().row(u);
      one.attributes = Matrix<float>(1, row.size(), {row.begin(), row.end()});
    }
    const Placement placement = place(known.model, one, RunContext());
    same += placement.community[0] == known.found.communities().community_of[u] ? 1.0 : 0.0;
    tried += 1.0;
  }
  return same / tried;
}

TEST(Placement, OfACopyIsThatOfTheOriginal) {
  EXPECT_GE(share_placed_like_the_original(alike(), 1), 0.99);
  EXPECT_GE(share_placed_like_the_original(known_of(planted(0.95).input), 2), 0.99) << "unlike neighbours";
  EXPECT_GE(share_placed_like_the_original(known_of(planted(0.2, AttributeKind::none).input), 2), 0.99) << "edges only";
}

TEST(Placement, OfAllNodesOnceMoreIsThatOfTheOriginals) {
  for (const AttributeKind kind : {AttributeKind::gaussian, AttributeKind::words}) {
    const Known known = known_of(planted(0.3, kind).input);
    EXPECT_EQ(known.model.blocks.size(), 2U) << "both normalisations";
    const Placement placement = place(known.model, copies(known), RunContext());
    double same = 0.0;
    for (std::size_t u = 0; u < placement.community.size(); ++u)
      same += placement.community[u] == known.found.communities().community_of[u] ? 1.0 : 0.0;
    EXPECT_GE(same, 0.99 * 400);
    EXPECT_THAT(placement.by, Each(PlacedBy::both));
    for (const double c : placement.confidence) EXPECT_TRUE(c >= 0.0 && c <= 1.0) << c;
  }
}

TEST(Placement, IsTheSameAtAnyNumberOfThreads) {
  const NewNodes nodes = copies(alike());
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return place(alike().model, nodes, run).confidence; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return place(alike().model, nodes, run).community; });
}

TEST(Placement, GoesByAttributesWhereThereAreNoEdges) {
  NewNodes nodes = copies(alike());
  nodes.edges.clear();
  const Placement placement = place(alike().model, nodes, RunContext());
  EXPECT_THAT(placement.by, Each(PlacedBy::attributes));
  double same = 0.0;
  for (std::size_t u = 0; u < placement.community.size(); ++u)
    same += placement.community[u] == alike().found.communities().community_of[u] ? 1.0 : 0.0;
  EXPECT_GE(same, 0.6 * 400);  // attributes alone are noisy; by chance it would be a quarter
}

TEST(Placement, GoesByEdgesWhereThereAreNoAttributesAlikeOrNot) {
  const Known unlike = known_of(planted(0.97).input);
  for (const Known* known : {&alike(), &unlike}) {
    NewNodes nodes = copies(*known);
    nodes.attributes = {};
    const Placement placement = place(known->model, nodes, RunContext());
    EXPECT_THAT(placement.by, Each(PlacedBy::edges));
    double same = 0.0;
    for (std::size_t u = 0; u < placement.community.size(); ++u)
      same += placement.community[u] == known->found.communities().community_of[u] ? 1.0 : 0.0;
    EXPECT_GE(same, 0.75 * 400);
  }
}

TEST(Placement, AsksNewNeighboursInTurn) {
  // 400 hangs on many nodes of one community, 401 on 400, 402 on 401; 403 and 404 only know each other
  const auto& community = alike().found.communities().community_of;
  NewNodes nodes{.count = 6, .attributes = {}, .has_attributes = {}, .edges = {{400, 401}, {401, 402}, {403, 404}}};
  for (NodeId v = 0; v < 400; ++v)
    if (community[v] == 2) nodes.edges.push_back({v, 400});
  const Placement placement = place(alike().model, nodes, RunContext());
  EXPECT_EQ(placement.community, (std::vector<std::int32_t>{2, 2, 2, kNoCommunity, kNoCommunity, kNoCommunity}));
  EXPECT_EQ(placement.by[3], PlacedBy::nothing);
  EXPECT_EQ(placement.confidence[5], 0.0);
}

TEST(Placement, TakesNodesWithAndWithoutAttributesTogether) {
  NewNodes nodes = copies(alike());
  nodes.has_attributes.assign(400, 1);
  nodes.has_attributes[7] = 0;
  const Placement placement = place(alike().model, nodes, RunContext());
  EXPECT_EQ(placement.by[7], PlacedBy::edges);
  EXPECT_EQ(placement.by[8], PlacedBy::both);
}

TEST(Placement, DoesNotMindEdgesBetweenKnownNodes) {
  NewNodes nodes{.count = 1, .attributes = {}, .has_attributes = {}, .edges = {{400, 0}, {400, 1}}};
  const Placement without = place(alike().model, nodes, RunContext());
  for (NodeId v = 2; v < 200; ++v) nodes.edges.push_back({v, v + 1});
  EXPECT_EQ(place(alike().model, nodes, RunContext()).confidence, without.confidence);
}

TEST(Placement, OfNoNodesIsEmpty) { EXPECT_TRUE(place(alike().model, {}, RunContext()).community.empty()); }

TEST(Placement, RefusesWhatDoesNotFit) {
  const auto refusal = [](const NewNodes& nodes) {
    return testing::error_text<InvalidArgument>([&] { place(alike().model, nodes, RunContext()); });
  };
  EXPECT_THAT(refusal({1, Matrix<float>(1, 15), {}, {}}),
              HasSubstr("15 columns, but the communities were found with 24"));
  EXPECT_THAT(refusal({2, Matrix<float>(1, 24), {}, {}}), HasSubstr("1 rows for 2 nodes"));
  Matrix<float> nan(1, 24);
  nan(0, 3) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(refusal({1, nan, {}, {}}), HasSubstr("row 0, column 3 is nan"));
  Matrix<float> huge(1, 24);
  for (float& x : huge.values()) x = std::numeric_limits<float>::max();
  DetectionModel wild = alike().model;
  wild.blocks[0].scale = 1e30;
  for (float& x : wild.blocks[0].stalks.values()) x *= 1e30F;
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] {
                place(wild, {.count = 1, .attributes = huge, .has_attributes = {}, .edges = {{0, 400}}}, RunContext());
              }),
              HasSubstr("overflow"));
  EXPECT_THAT(refusal({1, {}, {}, {{0, 401}}}), HasSubstr("node 401"));
  EXPECT_THAT(refusal({1, {}, {1, 0}, {}}), HasSubstr("has_attributes"));
  EXPECT_THAT(refusal({kMaxNodes, {}, {}, {}}), HasSubstr("too many"));
}

// Any values of the options that the stages read.
TEST(Placement, ServesOtherSettingsOfTheDefault) {
  const Dataset data = planted(0.2);
  for (const char* setting : {"smoothing_steps=0", "smoothing_steps=1", "affinity.gate=none", "row_scaling=unit",
                              "diffusion.metric=centred", "diffusion.filter=none", "diffusion.topology.pairs=0"}) {
    DetectOptions options = options_for(kCommunities);
    set_option(options, setting);
    EXPECT_GE(share_placed_like_the_original(known_of(data.input, options), 8), 0.98) << setting;
  }
}

// Everybody knows everybody; weights alone tell two groups of 30 apart, here in units of 50.
TEST(Placement, CountsNewEdgesByTheirWeightsInTheUnitOfTheKnownOnes) {
  EntryList list{.nodes = 60, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < 60; ++u) {
    for (NodeId v = u + 1; v < 60; ++v) {
      list.entries.push_back({u, v});
      list.weights.push_back(50.0 * ((u < 30) == (v < 30) ? 6.0 : 1.0 + 0.1 * (u % 3)));
    }
  }
  const Known known = known_of({build_graph(list, {}, RunContext()).graph, {}}, options_for(2));
  ASSERT_TRUE(known.model.graph.weighted());
  for (const bool first : {true, false}) {
    NewNodes one{.count = 1, .attributes = {}, .has_attributes = {}, .edges = {}};
    for (NodeId v = 0; v < 60; ++v) {
      one.edges.push_back({60, v});
      one.weights.push_back(50.0 * ((v < 30) == first ? 6.0 : 1.0));
    }
    const std::int32_t expected = known.found.communities().community_of[first ? 0 : 59];
    EXPECT_EQ(place(known.model, one, RunContext()).community[0], expected);
    one.weights.pop_back();
    EXPECT_THAT(testing::error_text<InvalidArgument>([&] { place(known.model, one, RunContext()); }),
                HasSubstr("59 values for 60 edges"));
    one.weights.push_back(-1.0);
    EXPECT_THAT(testing::error_text<InvalidArgument>([&] { place(known.model, one, RunContext()); }),
                HasSubstr("must be at least 0"));
  }
}

}  // namespace
}  // namespace cgsd
