#include "cgsd/io/results/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

const AttributedGraph& small_graph() {
  static const Dataset data =
      stochastic_block_model({.nodes = 60, .communities = 2, .dimensions = 5}, RunContext({.seed = 4}));
  return data.input;
}

DetectOptions options_of(Preset preset) {
  DetectOptions options = preset_options(preset);
  options.communities = 2;
  return options;
}

TrainingState<float> state_after(Preset preset, std::int32_t epochs) {
  DetectOptions options = options_of(preset);
  std::get<TrainedOptions>(options.encoder).encoder.epochs = epochs;
  std::optional<TrainingState<float>> last;
  TrainingHooks hooks;
  hooks.after_epoch = [&](const TrainingState<float>& state) { last = state; };
  detect(small_graph(), options, RunContext(), hooks);
  return *last;
}

TEST(Checkpoint, ComesBackAsItWasWritten) {
  const testing::TemporaryDirectory here;
  for (const Preset preset : {Preset::paper, Preset::authors}) {
    const TrainingState<float> state = state_after(preset, 7);
    write_checkpoint(here / "c.npz", state, "mark", RunContext());
    const TrainingState<float> back = read_checkpoint(here / "c.npz", "mark", RunContext());
    EXPECT_EQ(back.epoch, 7);
    EXPECT_EQ(back.best_epoch, state.best_epoch);
    EXPECT_EQ(back.best_score, state.best_score);
    EXPECT_EQ(back.gradient_norms, state.gradient_norms);
    ASSERT_EQ(back.losses.size(), 7u);
    EXPECT_EQ(back.losses[6].total, state.losses[6].total);
    EXPECT_TRUE(testing::same_bits(back.best_embedding, state.best_embedding));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_TRUE(testing::same_bits(*back.weights.all()[i], *state.weights.all()[i]));
      EXPECT_TRUE(testing::same_bits(*back.weights_before.all()[i], *state.weights_before.all()[i]));
      EXPECT_TRUE(testing::same_bits(back.moments[i].mean, state.moments[i].mean));
      EXPECT_TRUE(testing::same_bits(back.moments[i].square, state.moments[i].square));
    }
  }
}

TEST(Checkpoint, OfAnotherRunIsRefused) {
  const testing::TemporaryDirectory here;
  write_checkpoint(here / "c.npz", state_after(Preset::paper, 1), "mark", RunContext());
  const auto read = [&] { read_checkpoint(here / "c.npz", "other", RunContext()); };
  EXPECT_THAT(testing::error_text<InvalidArgument>(read), HasSubstr("belongs to another run"));
}

TEST(Checkpoint, ThatIsNoneOrCutOffIsRefused) {
  const testing::TemporaryDirectory here;
  const auto file = here / "c.npz";
  write_checkpoint(file, state_after(Preset::paper, 1), "mark", RunContext());
  const std::string whole = testing::file_bytes(file);
  for (std::size_t kept = 0; kept < whole.size(); kept += 997) {
    const auto cut = here.file("cut.npz", std::string_view(whole).substr(0, kept));
    EXPECT_THROW(read_checkpoint(cut, "mark", RunContext()), Error) << kept;
  }
}

TEST(TrainingFingerprint, ChangesWithWhatTrainingDependsOn) {
  const DetectOptions options = options_of(Preset::paper);
  const std::string mark = training_fingerprint(small_graph(), options, RunContext());
  EXPECT_EQ(mark, training_fingerprint(small_graph(), options, RunContext({.seed = 0, .workers = 3})));
  EXPECT_NE(mark, training_fingerprint(small_graph(), options, RunContext({.seed = 1})));
  for (const char* setting :
       {"trained.adam.learning_rate=0.02", "communities=3", "trained.curvature.kind=augmented_forman"}) {
    DetectOptions changed = options;
    set_option(changed, setting);
    EXPECT_NE(mark, training_fingerprint(small_graph(), changed, RunContext())) << setting;
  }
  AttributedGraph other = small_graph();
  Matrix<float> attributes = other.attributes.dense();
  attributes(3, 2) += 1.0f;
  other.attributes = attributes;
  EXPECT_NE(mark, training_fingerprint(other, options, RunContext()));
}

TEST(TrainingFingerprint, DoesNotDependOnWhatComesAfterOrOnHowLongItRuns) {
  const DetectOptions options = options_of(Preset::paper);
  for (const char* setting : {"trained.epochs=90", "knn.neighbours=5", "rounding=kmeans", "affinity.alpha=0"}) {
    DetectOptions changed = options;
    set_option(changed, setting);
    EXPECT_EQ(training_fingerprint(small_graph(), options, RunContext()),
              training_fingerprint(small_graph(), changed, RunContext()))
        << setting;
  }
}

}  // namespace
}  // namespace cgsd
