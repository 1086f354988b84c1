#include "cgsd/nn/operations/affine_cosines.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/normalisation.hpp"

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_near;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

template <class T>
SparseMatrix<T> sparse(const Matrix<double>& dense) {
  Csr<T> out{dense.rows(), dense.cols(), {0}, {}, {}};
  for (std::size_t i = 0; i < dense.rows(); ++i) {
    for (std::size_t j = 0; j < dense.cols(); ++j) {
      if (dense(i, j) == 0.0) continue;
      out.columns.push_back(static_cast<std::uint32_t>(j));
      out.values.push_back(static_cast<T>(dense(i, j)));
    }
    out.offsets.push_back(out.columns.size());
  }
  return SparseMatrix<T>(std::move(out));
}

double cosine(std::span<const double> a, std::span<const double> b) {
  double ab = 0.0;
  double aa = 0.0;
  double bb = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    ab += a[j] * b[j];
    aa += a[j] * a[j];
    bb += b[j] * b[j];
  }
  return ab / std::sqrt(aa * bb);
}

// Two of three numbers 0, and the last row altogether.
Matrix<double> targets(std::size_t rows, std::size_t cols) {
  Matrix<double> x = random_matrix(rows, cols, 5);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      if ((i + j) % 3 != 0 || i + 1 == rows) x(i, j) = 0.0;
    }
  }
  return x;
}

TEST(AffineCosines, AreThoseOfTheMapMadeInFull) {
  const Matrix<double> x = targets(70, 130);
  const auto x_sparse = sparse<double>(x);
  const std::vector<Matrix<double>> inputs = {random_matrix(70, 66, 1), random_matrix(66, 130, 2),
                                              random_matrix(1, 130, 3)};
  const auto fast = value_of(
      [&](auto& tape, const auto& v) {
        return affine_cosines(tape, {v[0], v[1], v[2]}, x_sparse);
      },
      inputs);
  const auto mapped =
      value_of([](auto& tape, const auto& v) { return add_row(tape, product(tape, v[0], v[1]), v[2]); }, inputs);
  for (std::size_t i = 0; i < 69; ++i) EXPECT_NEAR(fast(i, 0), cosine(mapped.row(i), x.row(i)), 1e-12);
  EXPECT_EQ(fast(69, 0), 0.0);  // nothing to point at
}

TEST(AffineCosines, HaveTheRightGradients) {
  const auto x = sparse<double>(targets(5, 7));
  expect_right_gradients(
      [&](auto& tape, const auto& v) {
        return affine_cosines(tape, {v[0], v[1], v[2]}, x);
      },
      {random_matrix(5, 3, 1), random_matrix(3, 7, 2), random_matrix(1, 7, 3)});
}

TEST(AffineCosines, AreZeroWithoutGradientWhereTheMapGivesNothing) {
  const auto x = sparse<double>(targets(3, 4));
  const RunContext run;
  Tape<double> tape(run);
  const Matrix<double> zeros(3, 2);
  const Matrix<double> no_bias(1, 4);
  const Matrix<double> w = random_matrix(2, 4, 2);
  const Var a = tape.parameter(zeros);
  const Var cosines = affine_cosines(tape, {a, tape.parameter(w), tape.parameter(no_bias)}, x);
  EXPECT_EQ(tape.value(cosines), Matrix<double>(3, 1));
  tape.backward(scaled_cosine_error(tape, cosines, 3.0));
  EXPECT_EQ(tape.gradient(a), zeros);
}

TEST(AffineCosines, AreTheSameBitsAtAnyNumberOfThreads) {
  const auto x = sparse<float>(targets(700, 300));
  expect_same_bits_of(
      [&](auto& tape, const auto& v) {
        return affine_cosines(tape, {v[0], v[1], v[2]}, x);
      },
      {random_matrix(700, 130, 1), random_matrix(130, 300, 2), random_matrix(1, 300, 3)});
}

}  // namespace
}  // namespace cgsd
