#include "cgsd/nn/operations/wide_cross_entropy.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/categorical.hpp"
#include "cgsd/nn/operations/elementwise.hpp"

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

// The three ways to the same number: holding the logits, in tiles, and for one-hot rows.
auto held(Targets targets) {
  return [targets](auto& tape, const auto& v) {
    return softmax_cross_entropy(tape, add_row(tape, product(tape, v[0], v[1]), v[2]), targets);
  };
}
auto tiled(Targets targets) {
  return [targets](auto& tape, const auto& v) { return linear_cross_entropy(tape, v[0], {v[1], v[2]}, targets); };
}
auto by_kind(Targets targets) {
  return [targets](auto& tape, const auto& v) { return one_hot_cross_entropy(tape, v[0], {v[1], v[2]}, targets); };
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

TEST(WideCrossEntropy, IsTheOneThatHoldsTheLogits) {
  for (const auto& [rows, cols] : {std::pair<std::size_t, std::size_t>{7, 5}, {300, 1300}, {128, 512}, {1, 1}}) {
    const auto targets = random_targets(rows, cols, 1);
    const std::vector<Matrix<double>> inputs = {random_matrix(rows, 3, 2), random_matrix(3, cols, 3),
                                                random_matrix(1, cols, 4)};
    const auto expected = value_and_gradients(held(targets), inputs);
    const auto actual = value_and_gradients(tiled(targets), inputs);
    for (std::size_t k = 0; k < expected.size(); ++k) expect_near(actual[k], expected[k]);
  }
}

TEST(WideCrossEntropy, HasTheRightGradients) {
  const auto targets = random_targets(6, 5, 5);
  expect_right_gradients(tiled(targets), {random_matrix(6, 3, 6), random_matrix(3, 5, 7), random_matrix(1, 5, 8)});
}

TEST(WideCrossEntropy, SurvivesHugeLogits) {
  const std::vector<std::uint32_t> targets = {1};
  const auto y =
      value_of(tiled(targets), {Matrix<double>(1, 1, {1.0}), Matrix<double>(1, 2, {1e5, -1e5}), Matrix<double>(1, 2)});
  EXPECT_EQ(y(0, 0), 2e5);
}

TEST(OneHotCrossEntropy, IsTheGeneralOneWithItsGradients) {
  for (const auto& [rows, cols] : {std::pair<std::size_t, std::size_t>{9, 5}, {700, 40}, {1, 1}}) {
    const auto targets = random_targets(rows, cols, 9);
    const std::vector<Matrix<double>> inputs = {one_hot(rows, 4, 10), random_matrix(4, cols, 11),
                                                random_matrix(1, cols, 12)};
    const auto expected = value_and_gradients(held(targets), inputs);
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

TEST(WideCrossEntropy, GivesTheSameBitsAtAnyThreadCount) {
  const auto targets = random_targets(700, 1500, 17);
  expect_same_bits_of(tiled(targets),
                      {random_matrix(700, 8, 18), random_matrix(8, 1500, 19), random_matrix(1, 1500, 20)});
  expect_same_bits_of(by_kind(targets), {one_hot(700, 8, 21), random_matrix(8, 1500, 22), random_matrix(1, 1500, 23)});
}

}  // namespace
}  // namespace cgsd
