#include "cgsd/nn/adam.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using testing::random_matrix;

// Algorithm 1 of the paper, one number at a time, in the paper's own order.
struct PaperAdam {
  double m = 0.0;
  double v = 0.0;

  double step(double w, double g, int t, const AdamOptions& o) {
    g += o.l2 * w;
    m = o.beta1 * m + (1 - o.beta1) * g;
    v = o.beta2 * v + (1 - o.beta2) * g * g;
    const double m_hat = m / (1 - std::pow(o.beta1, t));
    const double v_hat = v / (1 - std::pow(o.beta2, t));
    return w - o.learning_rate * m_hat / (std::sqrt(v_hat) + o.epsilon);
  }
};

TEST(Adam, StepsByTheRateAtFirst) {
  // m̂ = g and √v̂ = |g|: the first step is η in the direction of −g, whatever the size of g.
  const AdamOptions options{.learning_rate = 0.1, .l2 = 0.0};
  Matrix<double> weights(1, 3, {1.0, 1.0, 1.0});
  AdamMoments<double> moments;
  adam_step(weights, Matrix<double>(1, 3, {1e-3, -20.0, 0.0}), moments, 1, options, RunContext());
  EXPECT_NEAR(weights(0, 0), 0.9, 1e-5);
  EXPECT_NEAR(weights(0, 1), 1.1, 1e-9);
  EXPECT_EQ(weights(0, 2), 1.0) << "no gradient, no step";
}

TEST(Adam, AddsTheL2TermToTheGradient) {
  // A zero gradient and λ = 2: g = 2 w, of either sign.
  const AdamOptions options{.learning_rate = 0.1, .l2 = 2.0};
  Matrix<double> weights(1, 2, {4.0, -4.0});
  AdamMoments<double> moments;
  adam_step(weights, Matrix<double>(1, 2), moments, 1, options, RunContext());
  EXPECT_NEAR(weights(0, 0), 3.9, 1e-9);
  EXPECT_NEAR(weights(0, 1), -3.9, 1e-9);
  EXPECT_NEAR(moments.mean(0, 0), 0.1 * 8.0, 1e-12);
  EXPECT_NEAR(moments.square(0, 0), 0.001 * 64.0, 1e-12);
}

TEST(Adam, FollowsThePaperOverManySteps) {
  const AdamOptions options{.learning_rate = 0.03, .l2 = 0.01, .beta1 = 0.8, .beta2 = 0.95, .epsilon = 1e-3};
  Matrix<double> weights = random_matrix(3, 4, 1);
  std::vector<double> expected(weights.values().begin(), weights.values().end());
  std::vector<PaperAdam> paper(expected.size());
  AdamMoments<double> moments;
  for (int t = 1; t <= 20; ++t) {
    const Matrix<double> gradient = random_matrix(3, 4, 100 + static_cast<std::uint64_t>(t));
    adam_step(weights, gradient, moments, t, options, RunContext());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expected[i] = paper[i].step(expected[i], gradient.values()[i], t, options);
      ASSERT_NEAR(weights.values()[i], expected[i], 1e-12) << "step " << t;
    }
  }
}

TEST(Adam, WritesBesideTheMatrixItStartsFrom) {
  const Matrix<double> from = random_matrix(2, 3, 5);
  const Matrix<double> gradient = random_matrix(2, 3, 6);
  const Matrix<double> kept = from;
  Matrix<double> beside(7, 1);  // of another shape: it is made anew
  AdamMoments<double> moments;
  adam_step<double>(from, beside, {gradient, moments, 1}, {}, RunContext());
  Matrix<double> in_place = from;
  AdamMoments<double> others;
  adam_step(in_place, gradient, others, 1, {}, RunContext());
  EXPECT_EQ(from, kept);
  EXPECT_EQ(beside, in_place);
  EXPECT_NE(beside, kept);
}

TEST(Adam, StartsMomentsOfAnotherShapeAtZero) {
  AdamMoments<double> moments{random_matrix(4, 4, 7), random_matrix(4, 4, 8)};
  AdamMoments<double> none;
  Matrix<double> a = random_matrix(2, 2, 9);
  Matrix<double> b = a;
  const Matrix<double> gradient = random_matrix(2, 2, 10);
  adam_step(a, gradient, moments, 1, {}, RunContext());
  adam_step(b, gradient, none, 1, {}, RunContext());
  EXPECT_EQ(a, b);
  EXPECT_EQ(moments.mean, none.mean);
}

TEST(Adam, GivesTheSameBitsAtAnyThreadCount) {
  const auto from = random_matrix<float>(300, 200, 11);  // several blocks
  const auto gradient = random_matrix<float>(300, 200, 12);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Matrix<float> weights = from;
    AdamMoments<float> moments;
    for (int t = 1; t <= 3; ++t) adam_step(weights, gradient, moments, t, {}, run);
    return weights;
  });
}

}  // namespace
}  // namespace cgsd
