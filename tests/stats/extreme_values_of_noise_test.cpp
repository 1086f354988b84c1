#include "cgsd/stats/extreme_values_of_noise.hpp"

#include <vector>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "cgsd/core/eigen.hpp"

#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

constexpr std::uint64_t kDraws = 400;

// Standard deviation over mean of what `figure` makes of as many matrices of noise.
template <class Figure>
double spread_of(std::size_t rows, std::size_t cols, Figure figure) {
  double sum = 0.0;
  double squares = 0.0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const Matrix<double> noise = testing::random_matrix(rows, cols, draw);
    const double value = figure(Eigen::MatrixXd(as_eigen(noise)));
    sum += value;
    squares += value * value;
  }
  const double mean = sum / kDraws;
  return std::sqrt(squares / kDraws - mean * mean) / mean;
}

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

// Means and higher terms of small matrices differ from the limit by some per cent; so does a spread of 400 draws.
TEST(ExtremeValuesOfNoise, SpreadAsThoseOfManyMatricesDo) {
  const double largest = spread_of(
      80, 80, [](const Eigen::MatrixXd& noise) { return eigenvalues(noise + noise.transpose()).tail<1>()[0]; });
  EXPECT_NEAR(largest / spread_of_largest_eigenvalue(80), 1.0, 0.15);
  const double first = spread_of(100, 40, [](const Eigen::MatrixXd& noise) {
    return std::sqrt(eigenvalues(noise.transpose() * noise).tail<1>()[0]);
  });
  EXPECT_NEAR(first / spread_of_largest_singular_value(100, 40), 1.0, 0.15);
  const double least = spread_of(
      400, 40, [](const Eigen::MatrixXd& noise) { return eigenvalues(noise.transpose() * noise).head<1>()[0]; });
  EXPECT_NEAR(least / spread_of_least_correlation(400, 40), 1.0, 0.15);
}

}  // namespace
}  // namespace cgsd
