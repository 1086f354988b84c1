#include "cgsd/nn/operations/elementwise.hpp"

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

// The operation on a many-row pair, its gradients on a small one, and on a single element.
template <class Operation, class Expected>
void check(Operation&& operation, const std::vector<Matrix<double>>& inputs, Expected&& expected) {
  expect_elements(value_of(operation, inputs), expected);
  expect_right_gradients(operation, inputs);
}

TEST(Elementwise, AddsARowToEveryRow) {
  const auto operation = [](auto& tape, const auto& v) { return add_row(tape, v[0], v[1]); };
  const auto x = random_matrix(5, 3, 1);
  const auto r = random_matrix(1, 3, 2);
  check(operation, {x, r}, [&](auto i, auto j) { return x(i, j) + r(0, j); });
  expect_right_gradients(operation, {random_matrix(1, 3, 3), r});
  expect_right_gradients(operation, {random_matrix(6, 1, 4), random_matrix(1, 1, 5)});
  expect_same_bits_of(operation, {random_matrix(1500, 3, 6), r});
}

TEST(Elementwise, ScalesByANumberAndDividesByAScalarOfTheTape) {
  const auto x = random_matrix(5, 3, 7);
  const auto s = Matrix<double>(1, 1, {-1.7});
  check([](auto& tape, const auto& v) { return scale(tape, v[0], 2.5); }, {x},
        [&](auto i, auto j) { return 2.5 * x(i, j); });
  const auto over = [](auto& tape, const auto& v) { return divide_by(tape, v[0], v[1]); };
  check(over, {x, s}, [&](auto i, auto j) { return x(i, j) / -1.7; });
  expect_same_bits_of(over, {random_matrix(1500, 3, 9), s});
}

TEST(Elementwise, AScalarOverItselfIsOneWithoutGradient) {
  const auto operation = [](auto& tape, const auto& v) { return divide_by(tape, v[0], v[0]); };
  check(operation, {Matrix<double>(1, 1, {3.0})}, [](auto, auto) { return 1.0; });
}

TEST(Elementwise, MultipliesElementByElement) {
  const auto x = random_matrix(5, 3, 10);
  const auto y = random_matrix(5, 3, 11);
  check([](auto& tape, const auto& v) { return elementwise_product(tape, v[0], v[1]); }, {x, y},
        [&](auto i, auto j) { return x(i, j) * y(i, j); });
  check([](auto& tape, const auto& v) { return elementwise_product(tape, v[0], v[0]); }, {x},
        [&](auto i, auto j) { return x(i, j) * x(i, j); });
}

TEST(Elementwise, ScalesRowsAndColumns) {
  const auto rows = [](auto& tape, const auto& v) { return scale_rows(tape, v[0], v[1]); };
  const auto cols = [](auto& tape, const auto& v) { return scale_columns(tape, v[0], v[1]); };
  const auto x = random_matrix(5, 3, 12);
  const auto f = random_matrix(5, 1, 13);
  const auto g = random_matrix(1, 3, 14);
  check(rows, {x, f}, [&](auto i, auto j) { return f(i, 0) * x(i, j); });
  check(cols, {x, g}, [&](auto i, auto j) { return x(i, j) * g(0, j); });
  expect_right_gradients(rows, {random_matrix(1, 1, 15), random_matrix(1, 1, 16)});
  expect_right_gradients(cols, {random_matrix(1, 1, 17), random_matrix(1, 1, 18)});
  expect_same_bits_of(rows, {random_matrix(1500, 3, 19), random_matrix(1500, 1, 20)});
  expect_same_bits_of(cols, {random_matrix(1500, 3, 21), g});
}

TEST(RandomMask, DropsTheShareAskedForAndIsTheSameForARowAndAColumn) {
  const auto row = random_mask<double>(1, 10000, 0.3, RandomStream(5));
  const auto column = random_mask<double>(10000, 1, 0.3, RandomStream(5));
  double zeros = 0.0;
  for (std::size_t j = 0; j < 10000; ++j) {
    ASSERT_TRUE(row(0, j) == 0.0 || row(0, j) == 1.0);
    ASSERT_EQ(row(0, j), column(j, 0));
    zeros += 1.0 - row(0, j);
  }
  EXPECT_NEAR(zeros / 1e4, 0.3, 5.0 * std::sqrt(0.21 / 1e4));
}

TEST(RandomMask, OnTheRowsOfTheWeightsMasksTheColumnsOfTheAttributes) {
  const auto masked_attributes = [](auto& tape, const auto& v) {
    return product(tape, scale_columns(tape, v[0], v[2]), v[1]);
  };
  const auto masked_weights = [](auto& tape, const auto& v) {
    return product(tape, v[0], scale_rows(tape, v[1], v[2]));
  };
  const auto x = random_matrix(6, 8, 22);
  const auto w = random_matrix(8, 3, 23);
  testing::expect_near(value_of(masked_attributes, {x, w, random_mask<double>(1, 8, 0.5, RandomStream(1))}),
                       value_of(masked_weights, {x, w, random_mask<double>(8, 1, 0.5, RandomStream(1))}));
}

}  // namespace
}  // namespace cgsd
