#include "cgsd/nn/operations/reductions.hpp"

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

const auto kColumnSums = [](auto& tape, const auto& v) { return column_sums(tape, v[0]); };
const auto kMeanOfRows = [](auto& tape, const auto& v) { return mean_of_rows(tape, v[0]); };
const auto kTrace = [](auto& tape, const auto& v) { return trace_of_product(tape, v[0], v[1]); };
const auto kNorm = [](auto& tape, const auto& v) { return frobenius_norm(tape, v[0]); };

TEST(Reductions, OfASmallMatrixAreWhatTheHandFinds) {
  const Matrix<double> x(2, 3, {1, 2, 3, 4, 5, 6});
  const Matrix<double> y(2, 3, {1, 0, -1, 2, 1, 0});
  expect_near(value_of(kColumnSums, {x}), Matrix<double>(1, 3, {5, 7, 9}));
  expect_near(value_of(kMeanOfRows, {x}), Matrix<double>(1, 3, {2.5, 3.5, 4.5}));
  expect_near(value_of(kTrace, {x, y}), Matrix<double>(1, 1, {11}));
  expect_near(value_of(kNorm, {x}), Matrix<double>(1, 1, {std::sqrt(91.0)}));
}

TEST(Reductions, OverManyBlocksAreThePlainSums) {
  const auto x = random_matrix(1500, 3, 1);
  Matrix<double> columns(1, 3);
  double square = 0.0;
  for (std::size_t k = 0; k < x.values().size(); ++k) {
    columns(0, k % 3) += x.values()[k];
    square += x.values()[k] * x.values()[k];
  }
  expect_near(value_of(kColumnSums, {x}), columns, 1e-10);
  expect_near(value_of(kNorm, {x}), Matrix<double>(1, 1, {std::sqrt(square)}), 1e-10);
}

TEST(Reductions, HaveTheRightGradients) {
  for (const auto& x : {random_matrix(5, 3, 2), random_matrix(1, 4, 3), random_matrix(4, 1, 4)}) {
    expect_right_gradients(kColumnSums, {x});
    expect_right_gradients(kMeanOfRows, {x});
    expect_right_gradients(kTrace, {x, random_matrix(x.rows(), x.cols(), 5)});
    expect_right_gradients(kNorm, {x});
  }
  expect_right_gradients([](auto& tape, const auto& v) { return trace_of_product(tape, v[0], v[0]); },
                         {random_matrix(4, 3, 6)});
}

TEST(Reductions, TheNormOfZeroPassesNoGradient) {
  const RunContext run;
  const Matrix<double> zero(3, 2);
  Tape<double> tape(run);
  const Var x = tape.parameter(zero);
  tape.backward(frobenius_norm(tape, x));
  EXPECT_EQ(tape.gradient(x), zero);
}

TEST(Reductions, GiveTheSameBitsAtAnyThreadCount) {
  const auto x = random_matrix(1500, 5, 7);
  expect_same_bits_of(kColumnSums, {x});
  expect_same_bits_of(kTrace, {x, random_matrix(1500, 5, 8)});
  expect_same_bits_of(kNorm, {x});
}

}  // namespace
}  // namespace cgsd
