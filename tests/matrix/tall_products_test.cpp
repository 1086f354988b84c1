#include "cgsd/matrix/tall_products.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/eigen.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using testing::random_matrix;

// Eigen's product is the slow twin.
template <class T>
Eigen::MatrixXd in_double(const Matrix<T>& m) {
  return as_eigen(m).template cast<double>();
}

TEST(TallProducts, OfColumnsAreThoseOfEigen) {
  for (const auto& [rows, left, right] :
       {std::array<std::size_t, 3>{1, 1, 1}, {130, 5, 9}, {5000, 24, 24}, {4096, 33, 2}}) {
    const auto a = random_matrix<float>(rows, left, 1);
    const auto b = random_matrix<float>(rows, right, 2);
    const Matrix<double> product = column_products(a, b, RunContext());
    const Eigen::MatrixXd expected = in_double(a).transpose() * in_double(b);
    EXPECT_LT((as_eigen(product) - expected).cwiseAbs().maxCoeff(), 1e-10 * static_cast<double>(rows)) << rows;
    const Matrix<double> own = column_products(a, a, RunContext());
    EXPECT_LT((as_eigen(own) - in_double(a).transpose() * in_double(a)).cwiseAbs().maxCoeff(),
              1e-10 * static_cast<double>(rows));
  }
}

TEST(TallProducts, KeepColumnsThatDifferByEightDigits) {
  Matrix<double> a(10000, 2);
  for (std::size_t i = 0; i < a.rows(); ++i) {
    a(i, 0) = 1.0;
    a(i, 1) = 1e-8;
  }
  const Matrix<double> product = column_products(a, a, RunContext());
  EXPECT_NEAR(product(0, 0), 1e4, 1e-9);
  EXPECT_NEAR(product(1, 1), 1e-12, 1e-25);
}

TEST(TallProducts, WithASquareMatrixAreThoseOfEigen) {
  for (const std::size_t columns : {7U, 12U}) {
    auto x = random_matrix<double>(5000, 12, 3);
    const auto r = random_matrix<double>(12, columns, 4);
    const Eigen::MatrixXd expected = in_double(x) * in_double(r);
    times_square(x, r, RunContext());
    ASSERT_EQ(x.cols(), columns);
    EXPECT_LT((as_eigen(x) - expected).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(TallProducts, OfNothingAreZero) {
  EXPECT_EQ(column_products(Matrix<float>(0, 3), Matrix<float>(0, 2), RunContext()), Matrix<double>(3, 2));
  EXPECT_EQ(column_products(Matrix<float>(4, 0), Matrix<float>(4, 2), RunContext()), Matrix<double>(0, 2));
}

TEST(TallProducts, HaveTheSameBitsAtAnyNumberOfThreads) {
  const auto a = random_matrix<float>(20'000, 11, 5);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) { return column_products(a, a, run); });
  const auto r = random_matrix<double>(11, 11, 6);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Matrix<float> x = a;
    times_square(x, r, run);
    return x;
  });
}

}  // namespace
}  // namespace cgsd
