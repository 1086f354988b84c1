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
const auto kCosines = [](auto& tape, const auto& v) { return row_cosines(tape, v[0], v[1]); };
const auto kError = [](auto& tape, const auto& v) {
  return scaled_cosine_error(tape, row_cosines(tape, v[0], v[1]), 3.0);
};

double cosine(const Matrix<double>& a, const Matrix<double>& b, std::size_t i) {
  double ab = 0.0;
  double aa = 0.0;
  double bb = 0.0;
  for (std::size_t j = 0; j < a.cols(); ++j) {
    ab += a(i, j) * b(i, j);
    aa += a(i, j) * a(i, j);
    bb += b(i, j) * b(i, j);
  }
  return ab / std::sqrt(aa * bb);
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

TEST(RowCosines, AreThoseOfPairedRows) {
  const auto a = random_matrix(5, 4, 6);
  const auto b = random_matrix(5, 4, 7);
  expect_elements(value_of(kCosines, {a, b}), [&](auto i, auto) { return cosine(a, b, i); });
  expect_right_gradients(kCosines, {a, b});
}

TEST(ScaledCosineError, IsTheMeanOfThePowers) {
  const auto a = random_matrix(5, 4, 8);
  const auto b = random_matrix(5, 4, 9);
  double expected = 0.0;
  for (std::size_t i = 0; i < 5; ++i) expected += std::pow(1.0 - cosine(a, b, i), 3.0) / 5.0;
  expect_near(value_of(kError, {a, b}), Matrix<double>(1, 1, {expected}));
  expect_right_gradients(kError, {a, b});
  expect_right_gradients(
      [](auto& tape, const auto& v) { return scaled_cosine_error(tape, row_cosines(tape, v[0], v[1]), 1.0); }, {a, b});
  expect_right_gradients(kError, {random_matrix(1, 4, 10), random_matrix(1, 4, 11)});
}

TEST(ScaledCosineError, OfEqualRowsIsZeroAndOfAZeroRowOne) {
  const auto a = random_matrix(5, 4, 12);
  expect_near(value_of(kError, {a, a}), Matrix<double>(1, 1));
  expect_near(value_of(kError, {a, Matrix<double>(5, 4)}), Matrix<double>(1, 1, {1.0}), 0.0);
}

TEST(Normalisation, GivesTheSameBitsAtAnyThreadCount) {
  expect_same_bits_of(kRows, {random_matrix(1500, 5, 13)});
  expect_same_bits_of(kColumns, {random_matrix(1500, 5, 14)});
  expect_same_bits_of(kError, {random_matrix(1500, 5, 15), random_matrix(1500, 5, 16)});
}

}  // namespace
}  // namespace cgsd
