#include "cgsd/attributes/signal_rank.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

Eigen::MatrixXd noise(Eigen::Index rows, Eigen::Index cols, std::uint64_t seed) {
  const auto m = testing::random_matrix<double>(static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), seed);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(m.data(), rows, cols);
}

SignalRank of(const Eigen::BDCSVD<Eigen::MatrixXd>& svd, const Eigen::MatrixXd& m) {
  const Eigen::VectorXd sigma = svd.singularValues();
  return signal_rank({sigma.data(), static_cast<std::size_t>(sigma.size())},
                     {static_cast<double>(m.rows()), static_cast<double>(m.cols()), m.squaredNorm()});
}

TEST(SignalRank, OfNoiseIsZero) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Eigen::MatrixXd wide = 3.0 * noise(60, 200, seed);
    const Eigen::MatrixXd tall = noise(400, 30, seed);
    EXPECT_EQ(of(Eigen::BDCSVD<Eigen::MatrixXd>(wide), wide).rank, 0U);
    EXPECT_EQ(of(Eigen::BDCSVD<Eigen::MatrixXd>(tall), tall).rank, 0U);
  }
}

// Three planted directions of known strength: all are counted, and the true overlaps are what is foretold.
TEST(SignalRank, CountsPlantedSignalsAndForetellsTheirOverlap) {
  const Eigen::Index n = 500;
  const Eigen::Index d = 200;
  const Eigen::MatrixXd u =
      Eigen::HouseholderQR<Eigen::MatrixXd>(noise(n, 3, 7)).householderQ() * Eigen::MatrixXd::Identity(n, 3);
  const Eigen::MatrixXd v =
      Eigen::HouseholderQR<Eigen::MatrixXd>(noise(d, 3, 8)).householderQ() * Eigen::MatrixXd::Identity(d, 3);
  const Eigen::Vector3d strength(6.0, 3.0, 1.5);
  const Eigen::MatrixXd m =
      u * (strength * static_cast<double>(n)).cwiseSqrt().asDiagonal() * v.transpose() + noise(n, d, 9);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(m, Eigen::ComputeThinU);
  const SignalRank signal = of(svd, m);
  ASSERT_EQ(signal.rank, 3U);
  for (Eigen::Index j = 0; j < 3; ++j) {
    const double true_overlap = std::pow(u.col(j).dot(svd.matrixU().col(j)), 2);
    EXPECT_NEAR(signal.overlaps[static_cast<std::size_t>(j)], true_overlap, 0.08);
  }
}

TEST(SignalRank, OfAnExactLowRankIsThatRankAndFullyTrusted) {
  const Eigen::MatrixXd m = noise(50, 2, 1) * noise(2, 30, 2);
  const SignalRank signal = of(Eigen::BDCSVD<Eigen::MatrixXd>(m), m);
  EXPECT_EQ(signal.rank, 2U);
  EXPECT_NEAR(signal.mean_overlap, 1.0, 1e-6);
}

TEST(SignalRank, OfNothingIsNothing) {
  EXPECT_EQ(signal_rank({}, {5.0, 0.0, 0.0}).rank, 0U);
  EXPECT_EQ(signal_rank({}, {5.0, 0.0, 0.0}).mean_overlap, 0.0);
}

}  // namespace
}  // namespace cgsd
