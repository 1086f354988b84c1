#include "cgsd/detect/count/beyond_chance.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/attributes/resampling.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/graph/rewiring.hpp"

#include "tests/support/shared_data.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

SbmOptions nothing_planted() {
  return {.nodes = 400,
          .communities = 1,
          .heterophily = 0.0,
          .mean_degree = 10.0,
          .dimensions = 30,
          .coupling = Coupling::independent,
          .signal = 0.0};
}

TEST(BeyondChance, IsNothingInARandomGraphWithNoise) {
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const BeyondChance found =
        beyond_chance(stochastic_block_model(nothing_planted(), RunContext({.seed = seed})).input, RunContext());
    EXPECT_FALSE(found.any()) << found.attributes << " " << found.edges << " " << found.both;
  }
}

TEST(BeyondChance, IsNothingInHeavyTailedDegreesWithRareWords) {
  SbmOptions options = nothing_planted();
  options.degrees = DegreeModel::power_law;
  options.attributes = AttributeKind::words;
  options.dimensions = 500;
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const BeyondChance found =
        beyond_chance(stochastic_block_model(options, RunContext({.seed = seed})).input, RunContext());
    EXPECT_FALSE(found.any()) << found.attributes << " " << found.edges << " " << found.both;
  }
}

TEST(BeyondChance, SeesEdges) {
  EXPECT_GT(beyond_chance(karate_club(RunContext()).input, RunContext()).edges, BeyondChance::kEnough);
  SbmOptions options = nothing_planted();
  options.communities = 4;
  options.heterophily = 0.3;
  const BeyondChance found = beyond_chance(stochastic_block_model(options, RunContext()).input, RunContext());
  EXPECT_GT(found.edges, BeyondChance::kEnough);
  EXPECT_TRUE(std::isnan(found.attributes)) << "one figure is enough";
}

TEST(BeyondChance, SeesAttributes) {
  SbmOptions options = nothing_planted();
  options.communities = 4;
  options.heterophily = 0.75;
  options.signal = 1.0;
  const BeyondChance found = beyond_chance(stochastic_block_model(options, RunContext()).input, RunContext());
  EXPECT_GT(found.attributes, BeyondChance::kEnough);
  EXPECT_LT(found.edges, BeyondChance::kEnough);
}

// Beyond 20 000 nodes one rewired copy is compared.
TEST(BeyondChance, TellsLargeGraphsApartToo) {
  SbmOptions options = nothing_planted();
  options.nodes = 21'000;
  options.mean_degree = 10.0;
  options.attributes = AttributeKind::none;
  EXPECT_FALSE(beyond_chance(stochastic_block_model(options, RunContext()).input, RunContext()).any());
  options.communities = 4;
  options.heterophily = 0.3;
  EXPECT_TRUE(beyond_chance(stochastic_block_model(options, RunContext()).input, RunContext()).any());
}

TEST(BeyondChance, SaysNothingOfGraphsTooSmallToTell) {
  EXPECT_FALSE(beyond_chance({testing::graph_of(3, {{0, 1}, {1, 2}}), {}}, RunContext()).any());
  EXPECT_FALSE(beyond_chance({testing::graph_of(0, {}), {}}, RunContext()).any());
  EXPECT_FALSE(beyond_chance({testing::graph_of(20, {}), Matrix<float>(20, 3)}, RunContext()).any());
}

TEST(BeyondChance, DoesNotDependOnTheSeedOrTheThreads) {
  const Dataset data = stochastic_block_model(nothing_planted(), RunContext());
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const BeyondChance found = beyond_chance(data.input, run);
    return std::vector<double>{found.edges, found.attributes, found.both};
  });
}

}  // namespace
}  // namespace cgsd
