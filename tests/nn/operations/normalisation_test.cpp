#include "cgsd/nn/operations/normalisation.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_elements;
using testing::expect_near;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

const auto kRows = [](auto& tape, const auto& v) { return normalise_rows(tape, v[0]); };
const auto kColumns = [](auto& tape, const auto& v) { return standardise_columns(tape, v[0]); };
auto error_of_power(double gamma) {
  return [gamma](auto& tape, const auto& v) { return scaled_cosine_error(tape, v[0], gamma); };
}

// The gradient of the sum of the first column.
template <class Operation>
Matrix<double> gradient_at(Operation&& operation, const Matrix<double>& x) {
  const RunContext run;
  Tape<double> tape(run);
  const Var v = tape.parameter(x);
  const Var y = operation(tape, std::vector<Var>{v});
  const Matrix<double> left(1, tape.value(y).rows(), std::vector<double>(tape.value(y).rows(), 1.0));
  tape.backward(product(tape, tape.constant(left), columns(tape, y, 0, 1)));
  return tape.gradient(v);
}

TEST(NormaliseRows, MakesEveryRowOfLengthOne) {
  const auto x = random_matrix(5, 3, 1);
  expect_elements(value_of(kRows, {x}), [&](auto i, auto j) {
    return x(i, j) / std::sqrt(x(i, 0) * x(i, 0) + x(i, 1) * x(i, 1) + x(i, 2) * x(i, 2));
  });
  expect_right_gradients(kRows, {x});
  expect_right_gradients(kRows, {random_matrix(1, 3, 2)});
}

TEST(NormaliseRows, OfOneColumnLeavesTheSign) {
  const Matrix<double> x(3, 1, {2.0, -0.5, 0.0});
  EXPECT_EQ(value_of(kRows, {x}), Matrix<double>(3, 1, {1.0, -1.0, 0.0}));
  expect_near(gradient_at(kRows, x), Matrix<double>(3, 1), 1e-15);
}

TEST(NormaliseRows, LeavesAZeroRowZeroWithoutGradient) {
  const Matrix<double> x(2, 2, {3.0, 4.0, 0.0, 0.0});
  expect_near(value_of(kRows, {x}), Matrix<double>(2, 2, {0.6, 0.8, 0.0, 0.0}));
  const auto gradient = gradient_at(kRows, x);
  EXPECT_NE(gradient(0, 0), 0.0);
  EXPECT_EQ(gradient(1, 0), 0.0);
  EXPECT_EQ(gradient(1, 1), 0.0);
}

TEST(StandardiseColumns, GivesMeanZeroAndDeviationOne) {
  const Matrix<double> x(3, 2, {1, 10, 2, 10, 3, 40});
  const double root3 = std::sqrt(3.0);
  expect_near(value_of(kColumns, {x}), Matrix<double>(3, 2, {-1, -1 / root3, 0, -1 / root3, 1, 2 / root3}));
  expect_right_gradients(kColumns, {random_matrix(5, 3, 3)});
  expect_right_gradients(kColumns, {random_matrix(6, 1, 4)});
}

TEST(StandardiseColumns, LeavesAColumnWithoutSpreadZeroWithoutGradient) {
  const Matrix<double> x(3, 2, {0.1, 1.0, 0.1, 2.0, 0.1, 3.0});
  const auto y = value_of(kColumns, {x});
  const auto gradient = gradient_at(kColumns, x);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(y(i, 0), 0.0);
    EXPECT_EQ(gradient(i, 0), 0.0);
  }
}

TEST(StandardiseColumns, MakesOneRowZero) {
  const auto x = random_matrix(1, 3, 5);
  EXPECT_EQ(value_of(kColumns, {x}), Matrix<double>(1, 3));
  EXPECT_EQ(gradient_at(kColumns, x), Matrix<double>(1, 3));
}

TEST(ScaledCosineError, IsTheMeanOfThePowers) {
  const Matrix<double> cosines(4, 1, {1.0, 0.5, 0.0, -0.5});
  expect_near(value_of(error_of_power(1.0), {cosines}), Matrix<double>(1, 1, {0.75}));   // (0 + ½ + 1 + 1½) / 4
  expect_near(value_of(error_of_power(2.0), {cosines}), Matrix<double>(1, 1, {0.875}));  // (0 + ¼ + 1 + 2¼) / 4
  expect_near(value_of(error_of_power(3.0), {cosines}), Matrix<double>(1, 1, {1.125}));  // (0 + ⅛ + 1 + 3⅜) / 4
  const Matrix<double> inner(3, 1, {0.7, 0.1, -0.9});
  for (const double gamma : {1.0, 2.0, 3.0}) expect_right_gradients(error_of_power(gamma), {inner});
}

TEST(ScaledCosineError, TakesACosineThatRoundingPushedPastOneForOne) {
  const Matrix<double> cosine(1, 1, {1.0 + 1e-12});
  EXPECT_EQ(value_of(error_of_power(3.0), {cosine})(0, 0), 0.0);
}

TEST(Normalisation, GivesTheSameBitsAtAnyThreadCount) {
  expect_same_bits_of(kRows, {random_matrix(1500, 5, 13)});
  expect_same_bits_of(kColumns, {random_matrix(1500, 5, 14)});
  expect_same_bits_of(error_of_power(3.0), {random_matrix(1500, 1, 15)});
}

}  // namespace
}  // namespace cgsd
