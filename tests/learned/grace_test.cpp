#include "cgsd/learned/grace.hpp"

#include <gtest/gtest.h>

#include "tests/learned/training_cases.hpp"

namespace cgsd {
namespace {

TEST(Grace, FindsPlantedCommunities) {
  const Dataset dataset = testing::planted_words();
  const auto result =
      grace(dataset.input, {.communities = 3, .width = 32, .projection_width = 32, .epochs = 60}, RunContext());
  EXPECT_GT(testing::agreement(result.partition, dataset), 0.9);
  testing::expect_trained(result.training, 60);
}

TEST(Grace, TakesOtherViewsEveryEpoch) {
  const AttributedGraph input = testing::tiny_input();
  const GraceModel<double> model(input, {}, RunContext());
  const auto values = [&](std::int32_t epoch, std::uint64_t number) {
    return model.view(epoch, number).adjacency.rows.values;
  };
  EXPECT_EQ(values(0, 0), values(0, 0));
  EXPECT_NE(values(0, 0), values(0, 1));
  EXPECT_NE(values(0, 0), values(1, 0));
}

TEST(Grace, RefusesWhatItCannotDo) { testing::expect_refusals<GraceOptions>("grace", grace); }

TEST(Grace, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset dataset = testing::planted_words(600);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return grace(dataset.input, {.communities = 3, .width = 20, .projection_width = 20, .epochs = 4}, run).embedding;
  });
}

}  // namespace
}  // namespace cgsd
