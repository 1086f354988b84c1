#include "cgsd/detect/count/community_count.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "cgsd/detect/detect.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::graph_of;

// A count whose halves fit as `fits` says, from 2 communities on, each within `error` of the best if it is no farther.
CommunityCount with_halves(std::vector<double> fits, double error) {
  CommunityCount count;
  count.chance.edges = 10.0;
  CrossedModularity& halves = count.halves;
  halves.best = static_cast<std::size_t>(std::ranges::max_element(fits) - fits.begin());
  for (std::size_t i = 0; i < fits.size(); ++i) {
    halves.candidates.push_back(static_cast<std::int32_t>(i) + 2);
    halves.behind.push_back(fits[halves.best] - fits[i]);
    halves.errors.push_back(i == halves.best ? 0.0 : error);
  }
  halves.fits = std::move(fits);
  return count;
}

CommunityCount count_of(const AttributedGraph& input) {
  return detect(input, preset_options(Preset::standard), RunContext({.seed = 5})).count;
}

CommunityCount count_of(const SbmOptions& planted) {
  return count_of(stochastic_block_model(planted, RunContext({.seed = 11})).input);
}

Matrix<float> column(std::vector<float> values) { return {values.size(), 1, values}; }

TEST(CommunityCount, IsWhereTheGapIsWidest) {
  const std::vector<double> eigenvalues = {0.0, 0.01, 0.02, 0.5, 0.6};
  const CommunityCount count = count_by_eigengap(eigenvalues);
  EXPECT_EQ(count.communities, 3);
  EXPECT_TRUE(count.chosen());
  ASSERT_EQ(count.gaps.size(), 4u);
  EXPECT_DOUBLE_EQ(count.gaps[2], 0.48);
}

TEST(CommunityCount, NeverProposesOneCommunityHoweverWideTheFirstGap) {
  EXPECT_EQ(count_by_eigengap(std::vector<double>{0.0, 0.9, 0.95, 0.96}).communities, 2);
}

TEST(CommunityCount, PrefersFewerCommunitiesWhereGapsAreEqual) {
  EXPECT_EQ(count_by_eigengap(std::vector<double>{0.0, 0.0, 0.25, 0.25, 0.5}).communities, 2);
}

TEST(CommunityCount, OfVeryFewEigenvaluesIsTheirNumber) {
  EXPECT_EQ(count_by_eigengap(std::vector<double>{0.0}).communities, 1);
  EXPECT_EQ(count_by_eigengap(std::vector<double>{0.0, 1.0}).communities, 2);
}

TEST(CommunityCount, IsTheFewestWithinOneErrorOfTheBestFit) {
  CommunityCount count = with_halves({0.2, 0.58, 0.6, 0.59, 0.5}, 0.015);  // 2, 3, 4, 5, 6 communities
  choose(count);
  EXPECT_EQ(count.communities, 4);
  EXPECT_EQ(count.reason, CountReason::halves);
  EXPECT_EQ(count.least, 4);
  EXPECT_EQ(count.most, 5);
}

TEST(CommunityCount, IsWhatEigenvaluesCountIfTheHalvesConfirmIt) {
  CommunityCount count = with_halves({0.2, 0.58, 0.6, 0.59, 0.5}, 0.015);
  count.attributes.communities = 5;
  count.topology.communities = 3;  // not within the error
  choose(count);
  EXPECT_EQ(count.communities, 5);
  EXPECT_EQ(count.reason, CountReason::confirmed);
  EXPECT_EQ(count.least, 4);
  EXPECT_EQ(count.most, 5);
}

TEST(CommunityCount, IsWhatEigenvaluesCountIfHalvesOfTheNodesConfirmIt) {
  CommunityCount count = with_halves({0.2, 0.58, 0.6, 0.59, 0.5}, 0.0);
  count.attributes.communities = 6;
  count.stability = {6, {6}, {0.79}};
  choose(count);
  EXPECT_EQ(count.communities, 4);
  count.stability.strengths = {0.81};
  choose(count);
  EXPECT_EQ(count.communities, 6);
  EXPECT_EQ(count.reason, CountReason::confirmed);
}

TEST(CommunityCount, TakesTheBetterOfTwoConfirmedCounts) {
  CommunityCount count = with_halves({0.2, 0.59, 0.6, 0.595}, 0.02);
  count.topology.communities = 3;
  count.attributes.communities = 5;
  choose(count);
  EXPECT_EQ(count.communities, 5);
}

TEST(CommunityCount, IsOneIfNothingIsBeyondChance) {
  CommunityCount count = with_halves({0.2, 0.6, 0.4}, 0.0);
  count.chance = {.edges = 3.9, .attributes = 3.9, .both = 3.9};
  choose(count);
  EXPECT_EQ(count.communities, 1);
  EXPECT_TRUE(count.nothing());
}

TEST(CommunityCount, IsTheMostStableOneOfFewColumns) {
  CommunityCount count;
  count.chance.attributes = 10.0;
  count.stability = {3, {2, 3, 4}, {0.93, 0.95, 0.6}};
  choose(count);
  EXPECT_EQ(count.communities, 3);
  EXPECT_EQ(count.reason, CountReason::stability);
  EXPECT_EQ(count.least, 2);
  EXPECT_EQ(count.most, 3);
}

TEST(CommunityCount, OfMoreSignalsThanMayBeChosenIsSilent) {
  EXPECT_EQ(count_by_attributes(0, 20).communities, 0);
  EXPECT_EQ(count_by_attributes(4, 20).communities, 5);
  EXPECT_EQ(count_by_attributes(19, 20).communities, 20);
  EXPECT_EQ(count_by_attributes(20, 20).communities, 0);
}

// Cliques of `size` nodes each, not joined.
Graph cliques(NodeId count, NodeId size) {
  EntryList list{.nodes = count * size, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < list.nodes; ++u)
    for (NodeId v = u + 1; v < (u / size + 1) * size; ++v) list.entries.push_back({u, v});
  return build_graph(list, {}, RunContext()).graph;
}

// 6 cliques of 12: d = 11 = t, eigenvalues 11 / 22 six times, √(11 / (1 − 11/72)) / 2 = 1.80; all others −1 / 22.
TEST(CommunityCount, OfCliquesByTheirEdgesIsHowManyThereAre) {
  SpectrumCache spectra;
  const TopologyCount count = count_by_topology(cliques(6, 12), 20, spectra, RunContext());
  EXPECT_EQ(count.communities, 6);
  EXPECT_EQ(count.disassortative, 0);
  ASSERT_EQ(count.strengths.size(), 21u);
  EXPECT_NEAR(count.strengths[5], 1.8017, 1e-3);
  EXPECT_EQ(count_by_topology(cliques(6, 12), 5, spectra, RunContext()).communities, 0) << "more than may be chosen";
}

TEST(CommunityCount, FindsWhatEdgesAloneTell) {
  const CommunityCount count = count_of(
      {.nodes = 500, .communities = 6, .heterophily = 0.15, .mean_degree = 16.0, .attributes = AttributeKind::none});
  EXPECT_EQ(count.communities, 6);
  EXPECT_EQ(count.topology.communities, 6);
  EXPECT_EQ(count.attributes.communities, 0);
}

TEST(CommunityCount, FindsWhatEdgesAcrossCommunitiesTellBesideNoise) {
  const CommunityCount count = count_of({.nodes = 400,
                                         .communities = 3,
                                         .heterophily = 1.0,
                                         .mean_degree = 30.0,
                                         .dimensions = 30,
                                         .coupling = Coupling::independent,
                                         .signal = 0.0});
  EXPECT_EQ(count.communities, 3);
  EXPECT_EQ(count.topology.disassortative, 2);
}

TEST(CommunityCount, FindsWhatAttributesAloneTell) {
  const CommunityCount count = count_of({.nodes = 500,
                                         .communities = 8,
                                         .heterophily = 0.875,
                                         .mean_degree = 10.0,
                                         .dimensions = 32,
                                         .coupling = Coupling::independent,
                                         .noise = 1.0});
  EXPECT_EQ(count.communities, 8);
  EXPECT_EQ(count.topology.communities, 0);
  EXPECT_EQ(count.attributes.signals, 7u);
}

TEST(CommunityCount, FindsManyCommunities) {
  const SbmOptions planted{.nodes = 1200,
                           .communities = 40,
                           .heterophily = 0.1,
                           .mean_degree = 16.0,
                           .dimensions = 128,
                           .coupling = Coupling::independent,
                           .noise = 0.8};
  EXPECT_EQ(count_of(planted).communities, 40);
}

TEST(CommunityCount, OfNoiseIsNone) {
  const CommunityCount count = count_of({.nodes = 400,
                                         .communities = 1,
                                         .heterophily = 0.0,
                                         .mean_degree = 12.0,
                                         .dimensions = 30,
                                         .coupling = Coupling::independent,
                                         .signal = 0.0});
  EXPECT_EQ(count.communities, 1);
  EXPECT_TRUE(count.nothing());
}

// The signs of one eigenvector, and the few nodes between, were once four communities that halves agreed on.
TEST(CommunityCount, OfARandomGraphWithoutAttributesIsNone) {
  const SbmOptions planted{
      .nodes = 500, .communities = 1, .heterophily = 0.0, .mean_degree = 10.0, .attributes = AttributeKind::none};
  for (const std::uint64_t seed : {0u, 1u, 2u})
    EXPECT_TRUE(count_of(stochastic_block_model(planted, RunContext({.seed = seed})).input).nothing());
}

TEST(CommunityCount, OfGraphsTooSmallToTellIsNone) {
  EXPECT_EQ(count_of({graph_of(2, {{0, 1}}), {}}).communities, 1);
  EXPECT_EQ(count_of({graph_of(2, {}), column({0.0f, 1.0f})}).communities, 1);
  EXPECT_EQ(count_of({graph_of(1, {}), column({1.0f})}).communities, 1);
  EXPECT_EQ(count_of({graph_of(5, {}), column({1.0f, 1.0f, 1.0f, 1.0f, 1.0f})}).communities, 1);
}

TEST(CommunityCount, TakesManyComponents) {
  const CommunityCount count = count_of({cliques(100, 4), {}});
  EXPECT_GE(count.communities, 2);
  EXPECT_LE(count.communities, 100);
}

TEST(CommunityCount, DoesNotDependOnTheSeed) {
  const Dataset data = stochastic_block_model({.nodes = 300, .communities = 5, .heterophily = 0.5}, RunContext());
  const DetectOptions options = preset_options(Preset::standard);
  const CommunityCount count = detect(data.input, options, RunContext({.seed = 1})).count;
  const CommunityCount again = detect(data.input, options, RunContext({.seed = 2})).count;
  EXPECT_EQ(count.communities, again.communities);
  EXPECT_EQ(count.halves.fits, again.halves.fits);
}

TEST(CommunityCount, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset data = stochastic_block_model({.nodes = 700, .communities = 4, .dimensions = 20}, RunContext());
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const CommunityCount count = detect(data.input, preset_options(Preset::standard), run).count;
    std::vector<double> evidence = count.halves.fits;
    evidence.insert(evidence.end(), count.topology.strengths.begin(), count.topology.strengths.end());
    return evidence;
  });
}

TEST(CommunityCount, UnderPresetsPaperAndAuthorsIsTheEigengapsAlone) {
  const Dataset data = stochastic_block_model({.nodes = 120, .communities = 3, .dimensions = 8}, RunContext());
  for (const Preset preset : {Preset::paper, Preset::authors}) {
    const CommunityCount count = detect(data.input, preset_options(preset), RunContext()).count;
    EXPECT_EQ(count.reason, CountReason::eigengap);
    EXPECT_FALSE(count.all_criteria);
    EXPECT_EQ(count.communities, count.eigengap);
  }
}

}  // namespace
}  // namespace cgsd
