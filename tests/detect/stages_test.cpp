#include "cgsd/detect/stages.hpp"

#include <gtest/gtest.h>

#include "cgsd/curvature/forman.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

const AttributedGraph& planted() {
  static const Dataset data =
      stochastic_block_model({.nodes = 80, .communities = 2, .dimensions = 6}, RunContext({.seed = 2}));
  return data.input;
}

EncoderChoice few_epochs() {
  TrainedOptions options;
  options.encoder.epochs = 3;
  return options;
}

TEST(Stages, EncodeByTheEncoderThatTheOptionsHold) {
  const Encoded closed_form = encode(planted(), DiffusionOptions{}, 2, RunContext());
  ASSERT_TRUE(std::holds_alternative<Diffusion>(closed_form));
  EXPECT_TRUE(testing::same_bits(embedding_of(closed_form), diffuse(planted(), 2, {}, RunContext()).embedding));
  const Encoded trained = encode(planted(), few_epochs(), 2, RunContext());
  ASSERT_TRUE(std::holds_alternative<TrainedEncoding>(trained));
  EXPECT_EQ(embedding_of(trained).cols(), 128u);
}

TEST(Stages, RoundByTheRoundingThatTheOptionsHold) {
  const Encoded encoded = encode(planted(), DiffusionOptions{}, 2, RunContext());
  const auto rounded = [&](const RoundingChoice& choice) { return round(planted(), encoded, 2, choice, RunContext()); };
  EXPECT_TRUE(std::holds_alternative<SmoothedRounding>(rounded(SmoothedOptions{})));
  EXPECT_TRUE(std::holds_alternative<SpectralRounding>(rounded(SpectralOptions{})));
  const Rounded plain = rounded(PlainKmeansOptions{});
  ASSERT_TRUE(std::holds_alternative<PlainKmeansRounding>(plain));
  EXPECT_EQ(clustering_of(plain).partition,
            round_kmeans(embedding_of(encoded), 2, {}, RunContext()).clustering.partition);
}

TEST(Stages, TakeTheCurvatureOfTheEncoderOrForman) {
  std::vector<double> made;
  const Encoded trained = encode(planted(), few_epochs(), 2, RunContext());
  EXPECT_EQ(curvature_of(trained, planted(), made, RunContext()).data(),
            std::get<TrainedEncoding>(trained).curvature.data());
  EXPECT_TRUE(made.empty());
  const Encoded closed_form = encode(planted(), DiffusionOptions{}, 2, RunContext());
  curvature_of(closed_form, planted(), made, RunContext());
  EXPECT_EQ(made, forman_curvature(planted().graph, RunContext()));
}

}  // namespace
}  // namespace cgsd
