#include "cgsd/attributes/randomised_svd.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Rows to_eigen(const Matrix<float>& m) {
  return Eigen::Map<const Rows>(m.data(), static_cast<Eigen::Index>(m.rows()), static_cast<Eigen::Index>(m.cols()));
}

Matrix<float> from_eigen(const Rows& m) {
  Matrix<float> out(static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  Eigen::Map<Rows>(out.data(), m.rows(), m.cols()) = m;
  return out;
}

class DenseMatrix final : public BlockOperator {
 public:
  explicit DenseMatrix(Rows m) : m_(std::move(m)) {}
  std::size_t rows() const override { return static_cast<std::size_t>(m_.rows()); }
  std::size_t cols() const override { return static_cast<std::size_t>(m_.cols()); }
  Matrix<float> apply(const Matrix<float>& v, const RunContext&) const override { return from_eigen(m_ * to_eigen(v)); }
  Matrix<float> apply_transposed(const Matrix<float>& u, const RunContext&) const override {
    return from_eigen(m_.transpose() * to_eigen(u));
  }
  const Rows& matrix() const { return m_; }

 private:
  Rows m_;
};

// Singular values 1, 1/2, 1/4, …: U Σ Vᵀ of random orthonormal U and V.
DenseMatrix with_falling_values(Eigen::Index rows, Eigen::Index cols, Eigen::Index rank) {
  const Rows a =
      to_eigen(testing::random_matrix<float>(static_cast<std::size_t>(rows), static_cast<std::size_t>(rank), 1));
  const Rows b =
      to_eigen(testing::random_matrix<float>(static_cast<std::size_t>(cols), static_cast<std::size_t>(rank), 2));
  const Eigen::MatrixXf u =
      Eigen::HouseholderQR<Eigen::MatrixXf>(a).householderQ() * Eigen::MatrixXf::Identity(rows, rank);
  const Eigen::MatrixXf v =
      Eigen::HouseholderQR<Eigen::MatrixXf>(b).householderQ() * Eigen::MatrixXf::Identity(cols, rank);
  Eigen::VectorXf sigma(rank);
  for (Eigen::Index j = 0; j < rank; ++j) sigma(j) = std::ldexp(1.0F, static_cast<int>(-j));
  return DenseMatrix(u * sigma.asDiagonal() * v.transpose());
}

// Through MᵀM: singular values 1, 1/2, …, and M V = U Σ.
TEST(RandomisedSvd, OfManyRowsAndFewColumnsIsExactToo) {
  const DenseMatrix m = with_falling_values(20'100, 9, 7);
  const RandomisedSvd svd = randomised_svd(m, {.rank = 5}, RunContext());
  ASSERT_EQ(svd.values.size(), 5U);
  const Eigen::MatrixXf scores = to_eigen(svd.scores);
  for (int j = 0; j < 5; ++j) {
    EXPECT_NEAR(svd.values[static_cast<std::size_t>(j)], std::ldexp(1.0, -j), 1e-5);
    EXPECT_NEAR(static_cast<double>(scores.col(j).norm()), std::ldexp(1.0, -j), 1e-5);
    for (int k = 0; k < j; ++k) EXPECT_NEAR(static_cast<double>(scores.col(j).dot(scores.col(k))), 0.0, 1e-5);
  }
  EXPECT_EQ(randomised_svd(with_falling_values(20'100, 9, 3), {}, RunContext()).values.size(), 3U);
}

TEST(RandomisedSvd, FindsTheLargestSingularValues) {
  const DenseMatrix m = with_falling_values(200, 90, 12);
  const RandomisedSvd svd = randomised_svd(m, {.rank = 6, .oversampling = 4}, RunContext());
  ASSERT_EQ(svd.values.size(), 6U);
  for (int j = 0; j < 6; ++j) EXPECT_NEAR(svd.values[static_cast<std::size_t>(j)], std::ldexp(1.0, -j), 1e-5);
  const Rows v = to_eigen(svd.directions);
  EXPECT_LT((v.transpose() * v - Eigen::MatrixXf::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-4F);
  EXPECT_LT((m.matrix() * v - to_eigen(svd.scores)).cwiseAbs().maxCoeff(), 1e-5F);
}

// A flat spectrum is the hard case: the twin is Eigen's complete decomposition.
TEST(RandomisedSvd, ComesCloseOnNoise) {
  const DenseMatrix m(to_eigen(testing::random_matrix<float>(300, 150, 5)));
  const Eigen::BDCSVD<Eigen::MatrixXf> exact(m.matrix());
  const RandomisedSvd svd = randomised_svd(m, {.rank = 10}, RunContext());
  for (Eigen::Index j = 0; j < 10; ++j)
    EXPECT_NEAR(svd.values[static_cast<std::size_t>(j)] / static_cast<double>(exact.singularValues()(j)), 1.0, 0.02);
}

TEST(RandomisedSvd, IsExactWhereTheBlockIsAsWideAsTheMatrix) {
  const DenseMatrix m(to_eigen(testing::random_matrix<float>(40, 7, 6)));
  const Eigen::BDCSVD<Eigen::MatrixXf> exact(m.matrix());
  const RandomisedSvd svd = randomised_svd(m, {.rank = 64}, RunContext());
  ASSERT_EQ(svd.values.size(), 7U);
  for (Eigen::Index j = 0; j < 7; ++j)
    EXPECT_NEAR(svd.values[static_cast<std::size_t>(j)], static_cast<double>(exact.singularValues()(j)), 1e-4);
  EXPECT_LT((to_eigen(svd.scores) * to_eigen(svd.directions).transpose() - m.matrix()).cwiseAbs().maxCoeff(), 1e-4F);
}

TEST(RandomisedSvd, GivesNoMoreThanTheRank) {
  EXPECT_EQ(randomised_svd(with_falling_values(50, 40, 3), {}, RunContext()).values.size(), 3U);
  const RandomisedSvd none = randomised_svd(DenseMatrix(Rows::Zero(5, 4)), {}, RunContext());
  EXPECT_TRUE(none.values.empty());
  EXPECT_EQ(none.scores.rows(), 5U);
  EXPECT_EQ(none.directions.rows(), 4U);
}

TEST(RandomisedSvd, HasTheSameBitsAtAnyNumberOfThreads) {
  const DenseMatrix m(to_eigen(testing::random_matrix<float>(1500, 30, 7)));
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return randomised_svd(m, {.rank = 5, .oversampling = 3}, run).scores; });
}

}  // namespace
}  // namespace cgsd
