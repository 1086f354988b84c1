#include "cgsd/learned/ns4gc.hpp"

#include <gtest/gtest.h>

#include "tests/learned/training_cases.hpp"

namespace cgsd {
namespace {

TEST(Ns4gc, FindsPlantedCommunities) {
  const Dataset dataset = testing::planted_words();
  const auto result = ns4gc(dataset.input, {.communities = 3, .hidden = 64, .width = 16, .epochs = 60}, RunContext());
  EXPECT_GT(testing::agreement(result.partition, dataset), 0.9);
  testing::expect_trained(result.training, 60);
}

TEST(Ns4gc, TakesOtherViewsEveryEpoch) {
  const AttributedGraph input = testing::tiny_input();
  const Ns4gcModel<double> model(input, {}, RunContext());
  const auto values = [&](std::int32_t epoch, std::uint64_t number) {
    return model.view(epoch, number).adjacency.rows.values;
  };
  EXPECT_EQ(values(0, 0), values(0, 0));
  EXPECT_NE(values(0, 0), values(0, 1));
  EXPECT_NE(values(0, 0), values(1, 0));
}

TEST(Ns4gc, RefusesWhatItCannotDo) { testing::expect_refusals<Ns4gcOptions>("ns4gc", ns4gc); }

TEST(Ns4gc, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset dataset = testing::planted_words(600);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return ns4gc(dataset.input, {.communities = 3, .hidden = 40, .width = 16, .epochs = 4}, run).embedding;
  });
}

}  // namespace
}  // namespace cgsd
