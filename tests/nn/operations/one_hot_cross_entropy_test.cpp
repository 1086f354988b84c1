#include "cgsd/nn/operations/one_hot_cross_entropy.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/categorical.hpp"

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_near;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

std::vector<std::uint32_t> random_targets(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  std::vector<std::uint32_t> targets;
  RandomSequence random{RandomStream(seed)};
  for (std::size_t i = 0; i < rows; ++i) targets.push_back(static_cast<std::uint32_t>(random.below(cols)));
  return targets;
}

Matrix<double> one_hot(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  return value_of([](auto& tape, const auto& v) { return straight_through(tape, v[0]); },
                  {random_matrix(rows, cols, seed)});
}

auto by_kind(Targets targets) {
  return [targets](auto& tape, const auto& v) { return one_hot_cross_entropy(tape, v[0], {v[1], v[2]}, targets); };
}

// The slow twin, for any Z: loss, ∂Z = E Wᵀ, ∂W = Zᵀ E and ∂b = 1ᵀ E, E = (softmax(Z W + b) − one-hot targets) / rows.
std::vector<Matrix<double>> in_full(Targets targets, const std::vector<Matrix<double>>& inputs) {
  const Matrix<double>& z = inputs[0];
  const Matrix<double>& w = inputs[1];
  const auto rows = static_cast<double>(z.rows());
  std::vector<Matrix<double>> all = {Matrix<double>(1, 1), Matrix<double>(z.rows(), z.cols()),
                                     Matrix<double>(w.rows(), w.cols()), Matrix<double>(1, w.cols())};
  for (std::size_t i = 0; i < z.rows(); ++i) {
    std::vector<double> chance(w.cols());
    double sum = 0.0;
    for (std::size_t j = 0; j < w.cols(); ++j) {
      double logit = inputs[2](0, j);
      for (std::size_t k = 0; k < w.rows(); ++k) logit += z(i, k) * w(k, j);
      sum += chance[j] = std::exp(logit);
    }
    all[0](0, 0) -= std::log(chance[targets[i]] / sum) / rows;
    for (std::size_t j = 0; j < w.cols(); ++j) {
      const double error = (chance[j] / sum - (j == targets[i] ? 1.0 : 0.0)) / rows;
      all[3](0, j) += error;
      for (std::size_t k = 0; k < w.rows(); ++k) {
        all[1](i, k) += error * w(k, j);
        all[2](k, j) += z(i, k) * error;
      }
    }
  }
  return all;
}

template <class Operation>
std::vector<Matrix<double>> value_and_gradients(Operation&& operation, const std::vector<Matrix<double>>& inputs) {
  const RunContext run;
  Tape<double> tape(run);
  std::vector<Var> x;
  for (const auto& input : inputs) x.push_back(tape.parameter(input));
  const Var y = operation(tape, x);
  tape.backward(y);
  std::vector<Matrix<double>> all = {tape.value(y)};
  for (const Var v : x) all.push_back(tape.gradient(v));
  return all;
}

TEST(OneHotCrossEntropy, IsTheGeneralOneWithItsGradients) {
  for (const auto& [rows, cols] : {std::pair<std::size_t, std::size_t>{9, 5}, {700, 40}, {1, 1}}) {
    const auto targets = random_targets(rows, cols, 9);
    const std::vector<Matrix<double>> inputs = {one_hot(rows, 4, 10), random_matrix(4, cols, 11),
                                                random_matrix(1, cols, 12)};
    const auto expected = in_full(targets, inputs);
    const auto actual = value_and_gradients(by_kind(targets), inputs);
    for (std::size_t k = 0; k < expected.size(); ++k) expect_near(actual[k], expected[k]);
  }
}

// The gradient for Z is that of the general loss: differences would leave the one-hot rows.
TEST(OneHotCrossEntropy, HasTheRightGradientsForTheLayer) {
  const auto targets = random_targets(9, 5, 13);
  const auto z = one_hot(9, 4, 14);
  expect_right_gradients(
      [&](auto& tape, const auto& v) {
        return one_hot_cross_entropy(tape, tape.constant(z), {v[0], v[1]}, targets);
      },
      {random_matrix(4, 5, 15), random_matrix(1, 5, 16)});
}

TEST(OneHotCrossEntropy, SurvivesHugeLogits) {
  const std::vector<std::uint32_t> targets = {1};
  const auto y = value_of(by_kind(targets),
                          {Matrix<double>(1, 1, {1.0}), Matrix<double>(1, 2, {1e5, -1e5}), Matrix<double>(1, 2)});
  EXPECT_EQ(y(0, 0), 2e5);
}

TEST(OneHotCrossEntropy, GivesTheSameBitsAtAnyThreadCount) {
  const auto targets = random_targets(700, 1500, 17);
  expect_same_bits_of(by_kind(targets), {one_hot(700, 8, 21), random_matrix(8, 1500, 22), random_matrix(1, 1500, 23)});
}

}  // namespace
}  // namespace cgsd
