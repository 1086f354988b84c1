#include "cgsd/nn/operations/activations.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_elements;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

TEST(Activations, EluAndSeluFollowTheirDefinitions) {
  const auto x = random_matrix(5, 4, 2);
  const auto by_hand = [&](double scale, double alpha) {
    return [&x, scale, alpha](auto i, auto j) {
      return scale * (std::max(0.0, x(i, j)) + std::min(0.0, alpha * (std::exp(x(i, j)) - 1.0)));
    };
  };
  const auto plain = [](auto& tape, const auto& v) { return elu(tape, v[0]); };
  const auto scaled = [](auto& tape, const auto& v) { return selu(tape, v[0]); };
  expect_elements(value_of(plain, {x}), by_hand(1.0, 1.0));
  expect_elements(value_of(scaled, {x}), by_hand(1.0507009873554805, 1.6732632423543772));
  expect_right_gradients(plain, {x});
  expect_right_gradients(scaled, {x});
}

TEST(Activations, PreluLearnsOneSlopeOrOnePerColumn) {
  const auto operation = [](auto& tape, const auto& v) { return prelu(tape, v[0], v[1]); };
  for (const std::size_t slopes : {std::size_t{1}, std::size_t{4}}) {
    const auto x = random_matrix(300, 4, 3);
    const auto s = random_matrix(1, slopes, 4);
    expect_elements(value_of(operation, {x, s}), [&](auto i, auto j) {
      return std::max(0.0, x(i, j)) + s(0, slopes == 1 ? 0 : j) * std::min(0.0, x(i, j));
    });
    expect_right_gradients(operation, {random_matrix(5, 4, 5), s});
    expect_same_bits_of(operation, {random_matrix(1000, 4, 6), s});
  }
  expect_right_gradients(operation, {random_matrix(1, 1, 7), random_matrix(1, 1, 8)});
}

TEST(Activations, SigmoidSurvivesHugeValues) {
  const auto operation = [](auto& tape, const auto& v) { return sigmoid(tape, v[0]); };
  const auto x = random_matrix(5, 4, 9);
  expect_elements(value_of(operation, {x}), [&](auto i, auto j) { return 1.0 / (1.0 + std::exp(-x(i, j))); });
  expect_right_gradients(operation, {x});
  const auto huge = value_of(operation, {Matrix<double>(1, 3, {1e300, -1e300, 0.0})});
  EXPECT_EQ(huge, Matrix<double>(1, 3, {1.0, 0.0, 0.5}));
}

TEST(Activations, GiveTheSameBitsAtAnyThreadCount) {
  expect_same_bits_of([](auto& tape, const auto& v) { return sigmoid(tape, selu(tape, elu(tape, v[0]))); },
                      {random_matrix(1000, 7, 10)});
}

}  // namespace
}  // namespace cgsd
