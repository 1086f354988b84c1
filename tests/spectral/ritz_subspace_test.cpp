#include "cgsd/spectral/ritz_subspace.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/eigen.hpp"
#include "cgsd/spectral/lanczos.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"

#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

Eigen::MatrixXd in_double(const Matrix<double>& m) { return as_eigen(m); }

TEST(RitzSubspace, IsFilteredByTheChebyshevPolynomial) {
  const Graph graph = testing::random_graph(60, 0.2, 3);
  const RegularisedAdjacency a(graph, 12.0);
  RitzSubspace<double> space(a, SpectrumEnd::largest, {}, RunContext());
  space.widen(4, RandomStream(1));
  space.rotate_to_ritz();
  RitzSubspace<double> twin(a, SpectrumEnd::largest, {}, RunContext());
  twin.widen(4, RandomStream(1));
  twin.rotate_to_ritz();
  const Eigen::MatrixXd before = in_double(twin.release());
  space.filter({0.1, 0.3}, 3);
  const Eigen::MatrixXd m = (dense_matrix(a, RunContext()) - 0.1 * Eigen::MatrixXd::Identity(60, 60)) / 0.3;
  const Eigen::MatrixXd expected = (4.0 * m * m * m - 3.0 * m) * before;  // T_3
  EXPECT_LT((in_double(space.release()) - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(RitzSubspace, OfAllColumnsHasTheWholeSpectrum) {
  const Graph graph = testing::random_graph(24, 0.4, 5);
  const RegularisedAdjacency a(graph, 9.0);
  RitzSubspace<double> space(a, SpectrumEnd::smallest, {}, RunContext());
  space.widen(24, RandomStream(2));
  space.rotate_to_ritz();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> oracle(dense_matrix(a, RunContext()));
  for (std::size_t j = 0; j < 24; ++j) {
    EXPECT_NEAR(space.values()[j], oracle.eigenvalues()(static_cast<Eigen::Index>(j)), 1e-10);
    EXPECT_LT(space.residuals()[j], 1e-8);
  }
  EXPECT_EQ(space.products(), 1);
}

TEST(RitzSubspace, DropsColumnsThatDependOnOthers) {
  const Graph graph = testing::cycle_graph(50);
  const RegularisedAdjacency a(graph, 2.0);
  Matrix<float> x(50, 3);
  for (std::size_t i = 0; i < 50; ++i) {
    x(i, 0) = static_cast<float>(i % 7);
    x(i, 1) = static_cast<float>(i % 5);
    x(i, 2) = 2.0F * x(i, 0) - x(i, 1);
  }
  RitzSubspace<float> space(a, SpectrumEnd::largest, {}, RunContext());
  space.start_with(std::move(x));
  space.rotate_to_ritz();
  EXPECT_EQ(space.width(), 2U);
}

TEST(RitzSubspace, IsOrthonormalAndWithoutTheLockedVectors) {
  const Graph graph = testing::random_graph(300, 0.1, 8);
  const RegularisedAdjacency a(graph, 30.0);
  Matrix<double> locked(300, 1);
  for (double& value : locked.values()) value = 1.0 / std::sqrt(300.0);
  RitzSubspace<double> space(a, SpectrumEnd::largest_size, locked, RunContext());
  space.widen(6, RandomStream(3));
  space.rotate_to_ritz();
  const Eigen::MatrixXd x = in_double(space.release());
  EXPECT_LT((x.transpose() * x - Eigen::MatrixXd::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((in_double(locked).transpose() * x).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(RitzSubspace, HasTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(6000, 0.003, 5);
  const RegularisedAdjacency a(graph, 18.0);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    RitzSubspace<float> space(a, SpectrumEnd::largest_size, {}, run);
    space.widen(9, RandomStream(1));
    space.rotate_to_ritz();
    space.filter({0.0, 0.3}, 5);
    space.rotate_to_ritz();
    return space.release();
  });
}

}  // namespace
}  // namespace cgsd
