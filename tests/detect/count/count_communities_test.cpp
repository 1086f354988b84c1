#include "cgsd/detect/count/count_communities.hpp"

#include <gtest/gtest.h>

#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

Dataset planted(std::int32_t columns = 16) {
  return stochastic_block_model({.nodes = 200,
                                 .communities = 4,
                                 .heterophily = 0.1,
                                 .mean_degree = 10.0,
                                 .dimensions = columns,
                                 .coupling = Coupling::independent,
                                 .signal = 3.0,
                                 .noise = 0.5},
                                RunContext({.seed = 3}));
}

TEST(CountCommunities, AsksTheNodesIfThereAreTooFewColumnsToDivide) {
  const CommunityCount count = count_communities(planted().input, DetectOptions{}, RunContext());
  EXPECT_EQ(count.communities, 4);
  EXPECT_TRUE(count.chosen());
  EXPECT_TRUE(count.all_criteria);
  EXPECT_TRUE(count.halves.none());
  EXPECT_FALSE(count.stability.candidates.empty());
}

TEST(CountCommunities, AsksTheHalvesOfTheDataElsewhere) {
  const CommunityCount count = count_communities(planted(40).input, DetectOptions{}, RunContext());
  EXPECT_EQ(count.communities, 4);
  EXPECT_FALSE(count.halves.none());
}

TEST(CountCommunities, AsksTheEigengapAloneForEveryOtherPair) {
  for (const char* setting : {"rounding=spectral", "rounding=kmeans", "encoder=trained"}) {
    DetectOptions options;
    set_option(options, setting);
    const CommunityCount count = count_communities(planted().input, options, RunContext());
    EXPECT_FALSE(count.all_criteria) << setting;
    EXPECT_EQ(count.reason, CountReason::eigengap) << setting;
    EXPECT_EQ(count.communities, count.eigengap) << setting;
    EXPECT_GE(count.communities, 2) << setting;
  }
}

TEST(CountCommunities, ConsidersNoMoreThanItMay) {
  DetectOptions options;
  options.max_communities = 3;
  const CommunityCount count = count_communities(planted(40).input, options, RunContext());
  EXPECT_EQ(count.communities, 3);
  EXPECT_EQ(count.halves.candidates, (std::vector<std::int32_t>{2, 3}));
}

TEST(CountCommunities, WorksWithoutAttributes) {
  EXPECT_EQ(count_communities(karate_club(RunContext()).input, DetectOptions{}, RunContext()).communities, 2);
}

TEST(CountCommunities, HasTheSameBitsAtAnyNumberOfThreads) {
  const Dataset data = planted(40);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return count_communities(data.input, preset_options(Preset::standard), run).halves.fits;
  });
}

}  // namespace
}  // namespace cgsd
