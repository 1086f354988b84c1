#include "cgsd/nn/operations/categorical.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/activations.hpp"

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_elements;
using testing::expect_near;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

const auto kLogSoftmax = [](auto& tape, const auto& v) { return log_softmax(tape, v[0]); };
const auto kDivergence = [](auto& tape, const auto& v) { return softmax_divergence(tape, v[0], v[1]); };

auto gumbel(double temperature) {
  return [=](auto& tape, const auto& v) { return gumbel_softmax(tape, v[0], temperature, RandomStream(4)); };
}
auto draw(double temperature) {
  return [=](auto& tape, const auto& v) { return straight_through(tape, gumbel(temperature)(tape, v)); };
}

double softmax_at(const Matrix<double>& x, std::size_t i, std::size_t j) {
  double sum = 0.0;
  for (const double value : x.row(i)) sum += std::exp(value);
  return std::exp(x(i, j)) / sum;
}

TEST(LogSoftmax, IsTheLogarithmOfTheSoftmax) {
  const auto x = random_matrix(5, 4, 1);
  expect_elements(value_of(kLogSoftmax, {x}), [&](auto i, auto j) { return std::log(softmax_at(x, i, j)); });
  expect_right_gradients(kLogSoftmax, {x});
  expect_right_gradients(kLogSoftmax, {random_matrix(1, 4, 2)});
  expect_right_gradients(kLogSoftmax, {random_matrix(4, 1, 3)});
}

TEST(LogSoftmax, SurvivesHugeValues) {
  const auto y = value_of(kLogSoftmax, {Matrix<double>(1, 3, {1e300, -1e300, 0.0})});
  EXPECT_EQ(y(0, 0), 0.0);
  EXPECT_EQ(y(0, 2), -1e300);
}

TEST(SoftmaxDivergence, IsTheMeanOfTheRows) {
  const auto a = random_matrix(5, 4, 4);
  const auto b = random_matrix(5, 4, 5);
  double expected = 0.0;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 4; ++j)
      expected += softmax_at(a, i, j) * std::log(softmax_at(a, i, j) / softmax_at(b, i, j)) / 5.0;
  }
  expect_near(value_of(kDivergence, {a, b}), Matrix<double>(1, 1, {expected}));
  expect_right_gradients(kDivergence, {a, b});
  expect_right_gradients(kDivergence, {random_matrix(1, 3, 6), random_matrix(1, 3, 7)});
}

TEST(SoftmaxDivergence, OfEqualsIsZeroAndOfOneColumnToo) {
  const auto a = random_matrix(5, 4, 8);
  expect_near(value_of(kDivergence, {a, a}), Matrix<double>(1, 1));
  const auto one = random_matrix(5, 1, 9);
  EXPECT_EQ(value_of(kDivergence, {one, random_matrix(5, 1, 10)})(0, 0), 0.0);
  expect_right_gradients(kDivergence, {one, random_matrix(5, 1, 10)});
}

TEST(StraightThrough, MarksTheFirstLargestAndPassesTheGradient) {
  const Matrix<double> x(2, 3, {0.1, 0.7, 0.2, 0.4, 0.2, 0.4});
  const auto operation = [](auto& tape, const auto& v) { return straight_through(tape, v[0]); };
  EXPECT_EQ(value_of(operation, {x}), Matrix<double>(2, 3, {0, 1, 0, 1, 0, 0}));
  const RunContext run;
  const Matrix<double> left(1, 2, {2.0, 3.0});
  const Matrix<double> right(3, 1, {1.0, 10.0, 100.0});
  Tape<double> tape(run);
  const Var v = tape.parameter(x);
  tape.backward(product(tape, product(tape, tape.constant(left), straight_through(tape, v)), tape.constant(right)));
  EXPECT_EQ(tape.gradient(v), Matrix<double>(2, 3, {2, 20, 200, 3, 30, 300}));
}

TEST(GumbelSoftmax, HasTheRightGradients) {
  expect_right_gradients(gumbel(0.7), {random_matrix(5, 4, 11)});
  expect_right_gradients(gumbel(1.3), {random_matrix(1, 4, 12)});
}

TEST(GumbelSoftmax, RowsSumToOneAndADrawIsTheirLargest) {
  const auto x = random_matrix(50, 4, 13);
  const auto soft = value_of(gumbel(0.5), {x});
  const auto hard = value_of(draw(0.5), {x});
  for (std::size_t i = 0; i < 50; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < 4; ++j) {
      sum += soft(i, j);
      if (hard(i, j) == 1.0) {
        EXPECT_EQ(soft(i, j), *std::max_element(soft.row(i).begin(), soft.row(i).end()));
      } else {
        EXPECT_EQ(hard(i, j), 0.0);
      }
    }
    EXPECT_NEAR(sum, 1.0, 1e-14);
  }
}

// The reason for Gumbel noise: the largest element is a draw from the softmax (Gumbel 1954).
TEST(GumbelSoftmax, DrawsFromTheSoftmax) {
  Matrix<double> x(20000, 3);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    x(i, 1) = std::log(2.0);
    x(i, 2) = std::log(5.0);
  }
  const auto draws = value_of(draw(0.3), {x});
  const double expected[] = {0.125, 0.25, 0.625};
  for (std::size_t j = 0; j < 3; ++j) {
    double share = 0.0;
    for (std::size_t i = 0; i < x.rows(); ++i) share += draws(i, j) / 20000.0;
    EXPECT_NEAR(share, expected[j], 5.0 * std::sqrt(expected[j] * (1.0 - expected[j]) / 20000.0));
  }
}

TEST(Categorical, GivesTheSameBitsAtAnyThreadCount) {
  expect_same_bits_of(kLogSoftmax, {random_matrix(1500, 5, 14)});
  expect_same_bits_of(kDivergence, {random_matrix(1500, 5, 15), random_matrix(1500, 5, 16)});
  expect_same_bits_of(draw(0.5), {random_matrix(1500, 5, 17)});
}

}  // namespace
}  // namespace cgsd
