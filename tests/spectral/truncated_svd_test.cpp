#include "cgsd/spectral/truncated_svd.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::Each;
using ::testing::Lt;

// Random, with directions of very different weight, so that singular values lie apart.
Matrix<float> uneven_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Matrix<float> x = testing::random_matrix<float>(rows, cols, seed);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) x(i, j) *= 1.0f + 20.0f * static_cast<float>(std::exp(-0.3 * double(j)));
  }
  return x;
}

// The slow twin: one-sided Jacobi rotations make the columns of X orthogonal; their lengths are the singular values and
// their directions the left vectors.
Matrix<double> jacobi_columns(const Matrix<float>& x) {
  Matrix<double> a(x.rows(), x.cols());
  for (std::size_t k = 0; k < a.values().size(); ++k) a.values()[k] = static_cast<double>(x.values()[k]);
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (std::size_t p = 0; p < a.cols(); ++p) {
      for (std::size_t q = p + 1; q < a.cols(); ++q) {
        double pp = 0.0;
        double qq = 0.0;
        double pq = 0.0;
        for (std::size_t i = 0; i < a.rows(); ++i) {
          pp += a(i, p) * a(i, p);
          qq += a(i, q) * a(i, q);
          pq += a(i, p) * a(i, q);
        }
        const double angle = 0.5 * std::atan2(2.0 * pq, pp - qq);
        for (std::size_t i = 0; i < a.rows(); ++i) {
          const double first = a(i, p);
          a(i, p) = std::cos(angle) * first + std::sin(angle) * a(i, q);
          a(i, q) = std::cos(angle) * a(i, q) - std::sin(angle) * first;
        }
      }
    }
  }
  return a;  // by falling length: the rotation leaves the longer column first
}

void expect_like_jacobi(const TruncatedSvd& svd, const Matrix<float>& x) {
  const Matrix<double> columns = jacobi_columns(x);
  for (std::size_t j = 0; j < svd.values.size(); ++j) {
    double squared = 0.0;
    double dot = 0.0;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      squared += columns(i, j) * columns(i, j);
      dot += columns(i, j) * svd.left(i, j);
    }
    EXPECT_NEAR(svd.values[j], std::sqrt(squared), 1e-9 * svd.values[0]);
    EXPECT_NEAR(std::abs(dot), std::sqrt(squared), 1e-6 * svd.values[0]);
  }
}

TEST(TruncatedSvd, TakesADiagonalMatrixApart) {
  const Matrix<float> x(3, 2, {0.0f, -3.0f, 2.0f, 0.0f, 0.0f, 0.0f});
  const TruncatedSvd svd = truncated_svd(x, {.vectors = 2}, RunContext());
  EXPECT_THAT(svd.values, ::testing::ElementsAre(::testing::DoubleEq(3.0), ::testing::DoubleEq(2.0)));
  EXPECT_NEAR(svd.left(0, 0), 1.0, 1e-15);  // the largest entry is positive
  EXPECT_NEAR(svd.left(1, 1), 1.0, 1e-15);
  EXPECT_TRUE(svd.converged);
  EXPECT_EQ(svd.products, 0);
}

TEST(TruncatedSvd, AgreesWithJacobiRotationsByEitherSolver) {
  for (const std::int32_t dense_limit : {0, 300}) {
    const Matrix<float> tall = uneven_matrix(90, 60, 1);
    const TruncatedSvd svd = truncated_svd(tall, {.vectors = 5, .dense_limit = dense_limit}, RunContext());
    ASSERT_EQ(svd.values.size(), 5u);
    EXPECT_EQ(svd.products > 0, dense_limit == 0);
    EXPECT_TRUE(svd.converged);
    EXPECT_THAT(svd.residuals, Each(Lt(1e-7)));
    expect_like_jacobi(svd, tall);
  }
}

TEST(TruncatedSvd, AgreesWithJacobiRotationsOfAWideMatrix) {
  Matrix<float> wide(60, 90);
  const Matrix<float> tall = uneven_matrix(90, 60, 2);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < 90; ++j) wide(i, j) = tall(j, i);
  }
  for (const std::int32_t dense_limit : {0, 300}) {
    const TruncatedSvd svd = truncated_svd(wide, {.vectors = 4, .dense_limit = dense_limit}, RunContext());
    const TruncatedSvd other = truncated_svd(tall, {.vectors = 4}, RunContext());
    for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(svd.values[j], other.values[j], 1e-9 * other.values[0]);
    expect_like_jacobi(svd, wide);
  }
}

TEST(TruncatedSvd, GivesOrthonormalVectors) {
  const Matrix<float> x = uneven_matrix(120, 70, 3);
  const TruncatedSvd svd = truncated_svd(x, {.vectors = 8, .dense_limit = 0}, RunContext());
  for (std::size_t a = 0; a < 8; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double dot = 0.0;
      for (std::size_t i = 0; i < 120; ++i) dot += svd.left(i, a) * svd.left(i, b);
      EXPECT_NEAR(dot, a == b ? 1.0 : 0.0, 1e-12);
    }
  }
}

TEST(TruncatedSvd, GivesNoMoreVectorsThanTheRank) {
  Matrix<float> x(200, 90);  // rank 2
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t j = 0; j < 90; ++j) x(i, j) = i % 2 == j % 2 ? 1.0f + static_cast<float>(i % 2) : 0.0f;
  }
  for (const std::int32_t dense_limit : {0, 300}) {
    const TruncatedSvd svd = truncated_svd(x, {.vectors = 6, .dense_limit = dense_limit}, RunContext());
    ASSERT_EQ(svd.values.size(), 2u) << dense_limit;
    EXPECT_NEAR(svd.values[0], 2.0 * std::sqrt(100.0 * 45.0), 1e-4);
    EXPECT_NEAR(svd.values[1], std::sqrt(100.0 * 45.0), 1e-4);
  }
  EXPECT_EQ(truncated_svd(Matrix<float>(5, 4), {}, RunContext()).left, Matrix<double>(5, 0));
  EXPECT_EQ(truncated_svd(Matrix<float>(5, 0), {}, RunContext()).left, Matrix<double>(5, 0));
  EXPECT_THROW(truncated_svd(x, {.vectors = 0}, RunContext()), InvalidArgument);
}

TEST(TruncatedSvd, GivesTheSameBitsAtAnyThreadCount) {
  const Matrix<float> x = uneven_matrix(700, 400, 4);
  for (const std::int32_t dense_limit : {0, 1000}) {
    testing::expect_same_bits_at_any_thread_count(
        [&](const RunContext& run) { return truncated_svd(x, {.vectors = 5, .dense_limit = dense_limit}, run).left; });
  }
}

}  // namespace
}  // namespace cgsd
