#include "cgsd/trained/train.hpp"

#include <algorithm>
#include <cmath>
#include <stop_token>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"
#include "tests/trained/training_problem.hpp"

namespace cgsd {
namespace {

using testing::authors_options;
using testing::paper_options;
using testing::Problem;
using testing::same_bits;
using testing::small_problem;
using testing::trained;
using testing::with_epochs;

// All that a run says, in one row of numbers.
template <class T>
std::vector<double> account(const Training<T>& t) {
  std::vector<double> numbers(t.embedding.values().begin(), t.embedding.values().end());
  numbers.insert(numbers.end(), t.assignment.values().begin(), t.assignment.values().end());
  for (const LossRecord& loss : t.state.losses)
    numbers.insert(numbers.end(), {loss.modularity, loss.collapse, loss.reconstruction, loss.total});
  numbers.insert(numbers.end(), t.state.gradient_norms.begin(), t.state.gradient_norms.end());
  numbers.insert(numbers.end(), {t.state.best_score, static_cast<double>(t.state.best_epoch)});
  return numbers;
}

template <class T>
bool all_finite(const Matrix<T>& m) {
  return std::ranges::all_of(m.values(), [](T x) { return std::isfinite(x); });
}

TEST(Training, LowersTheLoss) {
  for (const auto& options : {paper_options(), authors_options()}) {
    EncoderOptions without_dropout = options;
    without_dropout.dropout = 0.0;
    without_dropout.reconstruction_weight = 0.0;  // the paper's is noise
    const auto losses = trained<float>(small_problem(), without_dropout).state.losses;
    ASSERT_EQ(losses.size(), 30u);
    EXPECT_LT(losses.back().total, losses.front().total);
  }
}

TEST(Training, GivesTheSameBitsAtAnyThreadCount) {
  for (const bool sparse : {true, false}) {
    const Problem problem(testing::random_graph(1300, 0.004, 7), 150, sparse);
    for (EncoderOptions options : {paper_options(), authors_options()}) {
      options.epochs = 3;
      options.sheaf.width = 16;
      testing::expect_same_bits_at_any_thread_count(
          [&](const RunContext& run) { return account(trained<float>(problem, options, run)); });
    }
  }
}

// Weights that stand still: only what is dropped can tell one epoch from another.
TEST(Training, DropsOtherValuesInEveryEpoch) {
  EncoderOptions options = with_epochs(authors_options(), 3);
  options.adam.learning_rate = 0.0;
  const auto losses = trained<float>(small_problem(), options).state.losses;
  EXPECT_NE(losses[0].total, losses[1].total);
  EXPECT_NE(losses[1].total, losses[2].total);
  options.dropout = 0.0;
  const auto without = trained<float>(small_problem(), options).state.losses;
  EXPECT_EQ(without[0].total, without[1].total);
}

TEST(Training, DependsOnTheSeed) {
  const auto problem = small_problem();
  const auto options = with_epochs(paper_options(), 2);
  EXPECT_FALSE(same_bits(trained<float>(problem, options, RunContext({.seed = 1})).embedding,
                         trained<float>(problem, options, RunContext({.seed = 2})).embedding));
}

// A real interruption: the stop request comes from within epoch e, and all that survives is a copy of the state.
TEST(Training, ResumedFromACopyOfItsStateGivesTheSameBits) {
  const auto problem = small_problem();
  for (const KeptEmbedding keep : {KeptEmbedding::last, KeptEmbedding::best}) {
    EncoderOptions options = with_epochs(paper_options(), 6);
    options.keep = keep;
    const auto uninterrupted = account(trained<float>(problem, options));
    for (std::int32_t e = 1; e < options.epochs; ++e) {
      std::stop_source stop;
      const RunContext interrupted({.stop = stop.get_token()});
      TrainingState<float> kept;
      const auto keep_copy = [&](const TrainingState<float>& state) {
        if (state.epoch != e) return;
        kept = state;
        stop.request_stop();
      };
      auto start = initial_state<float>(problem.input(), options, interrupted);
      EXPECT_THROW(train<float>(problem.input(), options, std::move(start), keep_copy, interrupted), Cancelled);
      ASSERT_EQ(kept.epoch, e);
      const auto resumed = train<float>(problem.input(), options, kept, {}, RunContext());
      EXPECT_TRUE(same_bits(account(resumed), uninterrupted)) << "interrupted after epoch " << e;
    }
  }
}

TEST(Training, ResumedAfterItsLastEpochHasNothingToDo) {
  const auto problem = small_problem();
  for (const auto& options : {paper_options(), authors_options()}) {
    const auto done = trained<float>(problem, options);
    EXPECT_EQ(done.state.epoch, options.epochs);
    EXPECT_TRUE(
        same_bits(account(train<float>(problem.input(), options, done.state, {}, RunContext())), account(done)));
  }
}

TEST(Training, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const auto problem = small_problem();
  auto start = initial_state<float>(problem.input(), paper_options(), RunContext());
  EXPECT_THROW(
      train<float>(problem.input(), paper_options(), std::move(start), {}, RunContext({.stop = stop.get_token()})),
      Cancelled);
}

// A step of 1e30 in float makes the next product infinite. The embedding used to be made of those weights.
TEST(Training, EndsWithTheWeightsOfTheLastFiniteLossWhereItDiverges) {
  const auto problem = small_problem();
  for (EncoderOptions options : {paper_options(), authors_options()}) {
    options.adam.learning_rate = 1e30;
    for (const std::int32_t epochs : {1, 2, 30}) {  // 1: no loss is taken after the only step
      options.epochs = epochs;
      const auto run = RunContext({.seed = 3});
      const auto start = initial_state<float>(problem.input(), options, run);
      const auto result = train<float>(problem.input(), options, start, {}, run);
      EXPECT_EQ(result.ending, TrainingEnd::loss_not_finite);
      EXPECT_TRUE(all_finite(result.embedding));
      EXPECT_TRUE(all_finite(result.assignment));
      ASSERT_EQ(result.state.losses.size(), 1u);
      EXPECT_TRUE(std::isfinite(result.state.losses[0].total));
      EXPECT_EQ(result.state.weights.layer1, start.weights.layer1);  // the only weights with a finite loss
      EXPECT_EQ(result.embedding, evaluate(problem.input(), options, start.weights, run).embedding);
    }
  }
}

TEST(Training, GoesBackOneStepAndNoFurther) {
  const auto problem = small_problem();
  EncoderOptions options = with_epochs(paper_options(), 3);
  const RunContext run;
  const auto sound = trained<float>(problem, options, run);
  options.epochs = 9;
  options.adam.learning_rate = 1e30;
  const auto result = train<float>(problem.input(), options, sound.state, {}, run);
  EXPECT_EQ(result.ending, TrainingEnd::loss_not_finite);
  EXPECT_EQ(result.state.epoch, 4);
  EXPECT_EQ(result.state.weights.layer2, sound.state.weights.layer2);
  EXPECT_EQ(result.embedding, sound.embedding);
}

TEST(Training, KeepsTheBestEmbeddingOfARunThatDivergesLater) {
  const auto problem = small_problem();
  EncoderOptions options = authors_options();
  options.epochs = 3;
  const RunContext run;
  auto state = trained<float>(problem, options, run).state;
  const auto best = state.best_embedding;
  options.epochs = 8;
  options.adam.learning_rate = 1e30;
  const auto result = train<float>(problem.input(), options, std::move(state), {}, run);
  EXPECT_EQ(result.ending, TrainingEnd::loss_not_finite);
  EXPECT_EQ(result.embedding, best);
}

TEST(Training, ResumedOnTheBrinkEndsLikeTheUninterruptedRun) {
  const auto problem = small_problem();
  EncoderOptions options = with_epochs(paper_options(), 5);
  options.adam.learning_rate = 1e30;
  const RunContext run;
  TrainingState<float> kept;  // after the step that ruins the weights
  const auto start = initial_state<float>(problem.input(), options, run);
  const auto whole = train<float>(
      problem.input(), options, start, [&](const TrainingState<float>& state) { kept = state; }, run);
  ASSERT_EQ(kept.epoch, 1);
  EXPECT_TRUE(same_bits(account(train<float>(problem.input(), options, kept, {}, run)), account(whole)));
}

// Without dropout `evaluate` sees what training saw, so the score of every epoch can be taken from outside.
TEST(Training, KeepsTheEmbeddingWithTheLowestScore) {
  const auto problem = small_problem();
  EncoderOptions options = authors_options();
  options.dropout = 0.0;
  options.adam.learning_rate = 0.3;  // overshoots: the best epoch is not the last
  options.epochs = 12;
  const RunContext run;
  std::vector<EncoderWeights<float>> weights;
  const auto result = train<float>(
      problem.input(), options, initial_state<float>(problem.input(), options, run),
      [&](const TrainingState<float>& state) { weights.push_back(state.weights); }, run);
  std::vector<double> scores;
  for (const auto& w : weights) {
    const LossRecord loss = evaluate(problem.input(), options, w, run).losses;
    scores.push_back(1.0 * loss.modularity + 5.0 * loss.collapse);
  }
  const auto lowest = std::min_element(scores.begin(), scores.end()) - scores.begin();
  ASSERT_NE(lowest, options.epochs - 1) << "the case shows nothing: best and last are the same";
  EXPECT_EQ(result.state.best_epoch, lowest);
  EXPECT_EQ(result.state.best_score, scores[static_cast<std::size_t>(lowest)]);
  const auto expected = evaluate(problem.input(), options, weights[static_cast<std::size_t>(lowest)], run);
  EXPECT_EQ(result.embedding, expected.embedding);
  EXPECT_EQ(result.assignment, expected.assignment);
}

TEST(Training, KeepsTheLastEmbeddingWithoutDropout) {
  const auto problem = small_problem();
  const auto options = with_epochs(paper_options(), 4);
  const RunContext run;
  const auto result = trained<float>(problem, options, run);
  const auto expected = evaluate(problem.input(), options, result.state.weights, run);
  EXPECT_EQ(result.embedding, expected.embedding);
  EXPECT_EQ(result.assignment, expected.assignment);
  EXPECT_EQ(result.ending, TrainingEnd::all_epochs);
}

TEST(Training, OfNoEpochsGivesTheEmbeddingOfTheInitialWeights) {
  const auto problem = small_problem();
  for (const auto& options : {with_epochs(paper_options(), 0), with_epochs(authors_options(), 0)}) {
    const auto result = trained<float>(problem, options);
    EXPECT_TRUE(all_finite(result.embedding));
    EXPECT_EQ(result.embedding.rows(), problem.graph.nodes());
    EXPECT_TRUE(result.state.losses.empty());
  }
}

TEST(Training, RefusesWhatDoesNotFit) {
  const auto problem = small_problem();
  const Attributes none;
  const Attributes short_attributes(Matrix<float>(problem.graph.nodes() - 1, 3));
  const std::span<const double> curvature = problem.curvature;
  const auto start = [](const EncoderInput& input, const EncoderOptions& options) {
    return initial_state<float>(input, options, RunContext());
  };
  EXPECT_THROW(start({problem.graph, none, curvature}, {}), InvalidArgument);
  EXPECT_THROW(start({problem.graph, short_attributes, curvature}, {}), InvalidArgument);
  EXPECT_THROW(start({problem.graph, problem.attributes, curvature.first(3)}, {}), InvalidArgument);
  EXPECT_THROW(start(problem.input(), with_epochs(paper_options(), -1)), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
