#include "cgsd/learned/training_loop.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/operations/reductions.hpp"

namespace cgsd {
namespace {

// loss = w² + disturbance(epoch), output = w
class Parabola : public TrainableModel<double> {
 public:
  explicit Parabola(std::function<double(std::int32_t)> disturbance) : disturbance_(std::move(disturbance)) {}
  std::vector<Matrix<double>> initial_weights() const override { return {Matrix<double>(1, 1, {1.0})}; }
  Var loss(Tape<double>& tape, std::span<const Var> weights, std::int32_t epoch) override {
    added_ = Matrix<double>(1, 1, {disturbance_(epoch)});
    return add(tape, trace_of_product(tape, weights[0], weights[0]), tape.constant(added_));
  }
  Var output(Tape<double>& tape, std::span<const Var> weights) override { return scale(tape, weights[0], 1.0); }

 private:
  std::function<double(std::int32_t)> disturbance_;
  Matrix<double> added_;
};

constexpr AdamOptions kAdam{.learning_rate = 0.1, .l2 = 0.0};

TEST(TrainingLoop, TakesAllEpochsAndKeepsTheLastWeights) {
  Parabola model([](std::int32_t) { return 0.0; });
  const auto trained = train_model<double>(model, {.epochs = 5, .adam = kAdam}, RunContext());
  EXPECT_EQ(trained.record.stop, TrainingStop::all_epochs);
  EXPECT_EQ(trained.record.epochs, 5);
  EXPECT_EQ(trained.record.kept_epoch, 5);
  EXPECT_EQ(trained.record.losses.size(), 5u);
  EXPECT_DOUBLE_EQ(trained.record.losses[0], 1.0);
  EXPECT_NEAR(trained.record.losses[1], 0.81, 1e-6);  // Adam's first step is the learning rate
  EXPECT_EQ(trained.output(0, 0), trained.weights[0](0, 0));
}

TEST(TrainingLoop, EndsWhenThePatienceIsUsedUpAndGoesBackToTheLowestLoss) {
  Parabola model([](std::int32_t epoch) { return epoch > 2 ? 10.0 : 0.0; });
  const auto trained = train_model<double>(model, {.epochs = 50, .adam = kAdam, .patience = 4}, RunContext());
  EXPECT_EQ(trained.record.stop, TrainingStop::no_lower_loss);
  EXPECT_EQ(trained.record.kept_epoch, 2);
  EXPECT_EQ(trained.record.epochs, 6);
  EXPECT_DOUBLE_EQ(trained.output(0, 0) * trained.output(0, 0), trained.record.losses[2]);
}

TEST(TrainingLoop, EndsWithTheLastFiniteStateAndSaysSo) {
  Parabola model([](std::int32_t epoch) { return epoch == 3 ? std::numeric_limits<double>::quiet_NaN() : 0.0; });
  const auto trained = train_model<double>(model, {.epochs = 50, .adam = kAdam}, RunContext());
  EXPECT_EQ(trained.record.stop, TrainingStop::loss_not_finite);
  EXPECT_EQ(trained.record.losses.size(), 3u);
  EXPECT_EQ(trained.record.kept_epoch, 2);
  EXPECT_DOUBLE_EQ(trained.output(0, 0) * trained.output(0, 0), trained.record.losses[2]);
}

TEST(TrainingLoop, HasNothingToGoBackToWhereTheFirstLossIsNotFinite) {
  Parabola model([](std::int32_t) { return std::numeric_limits<double>::infinity(); });
  const auto trained = train_model<double>(model, {.epochs = 50, .adam = kAdam, .patience = 2}, RunContext());
  EXPECT_EQ(trained.record.stop, TrainingStop::loss_not_finite);
  EXPECT_EQ(trained.record.epochs, 0);
  EXPECT_EQ(trained.output(0, 0), 1.0);
}

// η (1 + cos(π epoch / epochs)) / 2 is η, then η / 2: Adam's steps are of about that size.
TEST(TrainingLoop, LowersTheLearningRateAlongACosine) {
  Parabola model([](std::int32_t) { return 0.0; });
  const TrainingSettings settings{
      .epochs = 2, .adam = {.learning_rate = 1e-3, .l2 = 0.0}, .schedule = LearningRate::cosine};
  EXPECT_NEAR(train_model<double>(model, settings, RunContext()).output(0, 0), 1.0 - 1e-3 - 0.5e-3, 1e-6);
}

TEST(TrainingLoop, TakesNoStepWhereNoneIsAskedFor) {
  Parabola model([](std::int32_t) { return 0.0; });
  const auto trained = train_model<double>(model, {.epochs = 0}, RunContext());
  EXPECT_EQ(trained.record.epochs, 0);
  EXPECT_EQ(trained.output(0, 0), 1.0);
}

}  // namespace
}  // namespace cgsd
