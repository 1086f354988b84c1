#include "cgsd/learned/dgi.hpp"

#include <cmath>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/learned/training_cases.hpp"
#include "tests/support/gradient_check.hpp"

namespace cgsd {
namespace {

TEST(Dgi, FindsPlantedCommunities) {
  const Dataset dataset = testing::planted_words();
  const auto result = dgi(dataset.input, {.communities = 3, .width = 64}, RunContext());
  EXPECT_GT(testing::agreement(result.partition, dataset), 0.9);
  EXPECT_EQ(result.embedding.rows(), 240u);
  EXPECT_EQ(result.embedding.cols(), 64u);
}

TEST(Dgi, KeepsTheWeightsOfTheLowestLossAndSaysWhyItStopped) {
  const Dataset dataset = testing::planted_words();
  const auto record = dgi(dataset.input, {.communities = 3, .width = 16, .patience = 3}, RunContext()).training;
  EXPECT_EQ(record.stop, TrainingStop::no_lower_loss);
  const auto lowest = std::min_element(record.losses.begin(), record.losses.end()) - record.losses.begin();
  EXPECT_EQ(record.kept_epoch, lowest);
  EXPECT_EQ(record.epochs, lowest + 3);
  EXPECT_NEAR(record.losses.front(), std::log(2.0), 0.01);  // nothing learned yet: a coin
}

TEST(Dgi, ShufflesTheRowsAnewEveryEpoch) {
  const AttributedGraph input = testing::tiny_input();
  const DgiModel<double> model(input, {}, RunContext());
  EXPECT_THAT(model.shuffled_rows(0), ::testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_NE(model.shuffled_rows(0), model.shuffled_rows(1));
  EXPECT_EQ(model.shuffled_rows(1), model.shuffled_rows(1));
}

TEST(Dgi, HasTheGradientOfItsLoss) {
  const AttributedGraph input = testing::tiny_input();
  DgiModel<double> model(input, {.width = 4}, RunContext());
  auto weights = model.initial_weights();
  const auto gradients = loss_and_gradients(model, weights, 2, RunContext()).gradients;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto loss = [&] { return loss_and_gradients(model, weights, 2, RunContext()).loss; };
    EXPECT_LE(testing::gradient_error(weights[i], gradients[i], loss), 1e-6) << "weight " << i;
  }
}

TEST(Dgi, RefusesWhatItCannotDo) { testing::expect_refusals<DgiOptions>("dgi", dgi); }

TEST(Dgi, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(dgi(testing::tiny_input(), {}, RunContext({.stop = source.get_token()})), Cancelled);
}

TEST(Dgi, GivesTheSameBitsAtAnyThreadCount) {
  const Dataset dataset = testing::planted_words(600);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return dgi(dataset.input, {.communities = 3, .width = 40, .epochs = 8}, run).embedding;
  });
}

}  // namespace
}  // namespace cgsd
