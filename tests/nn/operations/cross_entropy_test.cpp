#include "cgsd/nn/operations/cross_entropy.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_near;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

auto against(double target) {
  return [target](auto& tape, const auto& v) { return binary_cross_entropy(tape, v[0], target); };
}

TEST(BinaryCrossEntropy, IsTheMeanOverTheElements) {
  const auto x = random_matrix(4, 3, 1);
  const Matrix<double> targets(4, 3, {1, 0, 1, 0, 0.3, 1, 1, 1, 0, 0, 0.9, 1});
  const auto operation = [&](auto& tape, const auto& v) { return binary_cross_entropy(tape, v[0], targets); };
  double expected = 0.0;
  double all_ones = 0.0;
  for (std::size_t k = 0; k < 12; ++k) {
    const double chance = 1.0 / (1.0 + std::exp(-x.values()[k]));
    const double t = targets.values()[k];
    expected -= (t * std::log(chance) + (1.0 - t) * std::log(1.0 - chance)) / 12.0;
    all_ones -= std::log(chance) / 12.0;
  }
  expect_near(value_of(operation, {x}), Matrix<double>(1, 1, {expected}));
  expect_near(value_of(against(1.0), {x}), Matrix<double>(1, 1, {all_ones}));
  expect_right_gradients(operation, {x});
  expect_right_gradients(against(1.0), {x});
  expect_right_gradients(against(0.0), {random_matrix(1, 1, 2)});
}

TEST(BinaryCrossEntropy, SurvivesHugeLogits) {
  const Matrix<double> x(1, 2, {1e300, -1e300});
  EXPECT_EQ(value_of(against(1.0), {x})(0, 0), 5e299);
  EXPECT_EQ(value_of(against(0.5), {Matrix<double>(1, 1, {1000.0})})(0, 0), 500.0);
}

TEST(SoftmaxCrossEntropy, IsTheMeanOverTheRows) {
  const auto x = random_matrix(5, 4, 3);
  const std::vector<std::uint32_t> targets = {0, 3, 3, 1, 2};
  const auto operation = [&](auto& tape, const auto& v) { return softmax_cross_entropy(tape, v[0], targets); };
  double expected = 0.0;
  for (std::size_t i = 0; i < 5; ++i) {
    double sum = 0.0;
    for (const double value : x.row(i)) sum += std::exp(value);
    expected -= std::log(std::exp(x(i, targets[i])) / sum) / 5.0;
  }
  expect_near(value_of(operation, {x}), Matrix<double>(1, 1, {expected}));
  expect_right_gradients(operation, {x});
}

TEST(SoftmaxCrossEntropy, OfOneColumnIsZero) {
  const std::vector<std::uint32_t> targets = {0, 0};
  const auto operation = [&](auto& tape, const auto& v) { return softmax_cross_entropy(tape, v[0], targets); };
  EXPECT_EQ(value_of(operation, {random_matrix(2, 1, 4)})(0, 0), 0.0);
  expect_right_gradients(operation, {random_matrix(2, 1, 4)});
}

TEST(CrossEntropy, GivesTheSameBitsAtAnyThreadCount) {
  std::vector<std::uint32_t> targets;
  for (std::uint32_t i = 0; i < 1500; ++i) targets.push_back(i * 7 % 5);
  expect_same_bits_of([&](auto& tape, const auto& v) { return softmax_cross_entropy(tape, v[0], targets); },
                      {random_matrix(1500, 5, 5)});
  expect_same_bits_of(against(1.0), {random_matrix(1500, 5, 6)});
}

}  // namespace
}  // namespace cgsd
