#include "cgsd/trained/trained_encoding.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/karate.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

Dataset planted() { return stochastic_block_model({.nodes = 60, .communities = 2, .dimensions = 5}, RunContext()); }

TrainedOptions few_epochs() {
  TrainedOptions options;
  options.encoder.epochs = 4;
  return options;
}

// The stages one after another, by hand.
TEST(TrainedEncoding, IsCurvatureThenTraining) {
  const Dataset data = planted();
  const RunContext run({.seed = 3});
  const TrainedEncoding e = train_encoder(data.input, 2, few_epochs(), run);
  EXPECT_EQ(e.curvature, forman_curvature(data.input.graph, run));
  const EncoderInput given{data.input.graph, data.input.attributes, e.curvature, 2};
  const EncoderOptions encoder = few_epochs().encoder;
  const auto expected = train<float>(given, encoder, initial_state<float>(given, encoder, run), {}, run);
  EXPECT_TRUE(testing::same_bits(e.training.embedding, expected.embedding));
  EXPECT_TRUE(e.made_attributes.none());
}

TEST(TrainedEncoding, HasAColumnForEveryCommunity) {
  const Dataset data = planted();
  for (const std::int32_t communities : {1, 2, 7})
    EXPECT_EQ(train_encoder(data.input, communities, few_epochs(), RunContext()).training.assignment.cols(),
              static_cast<std::size_t>(communities));
  EXPECT_THROW(train_encoder(data.input, 0, few_epochs(), RunContext()), InvalidArgument);
}

TEST(TrainedEncoding, MakesAttributesForAGraphThatHasNone) {
  const TrainedEncoding e = train_encoder(karate_club(RunContext()).input, 2, few_epochs(), RunContext());
  EXPECT_EQ(e.made_attributes.rows(), 34u);
  EXPECT_EQ(e.made_attributes.cols(), 5u);  // degree, clustering, two of the neighbours' degrees, return probability
}

TEST(TrainedEncoding, ShowsEveryEpochToTheHook) {
  std::vector<std::int32_t> epochs;
  TrainingHooks hooks;
  hooks.after_epoch = [&](const TrainingState<float>& state) { epochs.push_back(state.epoch); };
  train_encoder(planted().input, 2, few_epochs(), RunContext(), hooks);
  EXPECT_EQ(epochs, (std::vector<std::int32_t>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace cgsd
