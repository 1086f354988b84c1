#include "cgsd/clustering/centre_shares.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

KmeansResult clustering(Partition partition, Matrix<double> centres, double inertia) {
  KmeansResult result;
  result.partition = std::move(partition);
  result.centres = std::move(centres);
  result.inertia = inertia;
  return result;
}

// Centres 0, 4 and 10. Point 1 is at squared distances 1, 9 and 81, point 4 at 16, 0 and 36; 2v = 2 · 1 / 2 = 1.
TEST(CentreShares, AreASoftmaxOfSquaredDistances) {
  const Matrix<double> points(2, 1, {1.0, 4.0});
  const auto shares =
      centre_shares(points, clustering({{0, 1}, 3}, Matrix<double>(3, 1, {0.0, 4.0, 10.0}), 1.0), RunContext());
  const double first = std::exp(-1.0) + std::exp(-9.0) + std::exp(-81.0);
  EXPECT_DOUBLE_EQ(shares.own[0], std::exp(-1.0) / first);
  EXPECT_DOUBLE_EQ(shares.other_share[0], std::exp(-9.0) / first);
  EXPECT_DOUBLE_EQ(shares.own[1], 1.0 / (1.0 + std::exp(-16.0) + std::exp(-36.0)));
  EXPECT_THAT(shares.other, ElementsAre(1, 0));
}

TEST(CentreShares, AreThoseOfSparseAndOfSingleRowsToo) {
  const SparseRows sparse{.cols = 2, .offsets = {0, 1, 1, 3}, .columns = {1, 0, 1}, .values = {2.0F, 1.0F, -3.0F}};
  const KmeansResult result = clustering({{0, 1, 1}, 2}, testing::random_matrix<double>(2, 2, 5), 2.0);
  const auto expected = centre_shares(Matrix<double>(3, 2, {0, 2, 0, 0, 1, -3}), result, RunContext());
  const auto found = centre_shares(sparse, result, RunContext());
  const auto single = centre_shares(Matrix<float>(3, 2, {0, 2, 0, 0, 1, -3}), result, RunContext());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.own[i], expected.own[i], 1e-12);
    EXPECT_NEAR(single.own[i], expected.own[i], 1e-12);
  }
}

TEST(CentreShares, OfPointsOnTheirCentresAreWhole) {
  const Matrix<double> points(3, 1, {0.0, 5.0, 5.0});
  const auto shares =
      centre_shares(points, clustering({{1, 0, 0}, 2}, Matrix<double>(2, 1, {5.0, 0.0}), 0.0), RunContext());
  EXPECT_THAT(shares.own, ElementsAre(1.0, 1.0, 1.0));
  EXPECT_THAT(shares.other, ElementsAre(kNoOther, kNoOther, kNoOther)) << "none has a share";
}

TEST(CentreShares, OfOneCentreAreWholeAndHaveNoOther) {
  const auto shares = centre_shares(Matrix<double>(2, 1, {1.0, 9.0}),
                                    clustering({{0, 0}, 1}, Matrix<double>(1, 1, {5.0}), 32.0), RunContext());
  EXPECT_THAT(shares.own, ElementsAre(1.0, 1.0));
  EXPECT_THAT(shares.other, ElementsAre(kNoOther, kNoOther));
}

TEST(CentreShares, AreNeverNanForPointsFarBeyondReach) {
  const auto shares = centre_shares(Matrix<double>(2, 1, {1e200, 0.0}),
                                    clustering({{0, 1}, 2}, Matrix<double>(2, 1, {-1e200, 0.0}), 1.0), RunContext());
  EXPECT_EQ(shares.own[0], 0.5) << "no distance is finite: all alike";
  EXPECT_EQ(shares.own[1], 1.0);
}

TEST(CentreShares, GoToTheLowerOfEqualOthers) {
  const auto shares = centre_shares(Matrix<double>(1, 1, {0.0}),
                                    clustering({{0}, 3}, Matrix<double>(3, 1, {0.0, 1.0, -1.0}), 1.0), RunContext());
  EXPECT_THAT(shares.other, ElementsAre(1));
}

TEST(CentreShares, HaveTheSameBitsAtAnyNumberOfThreads) {
  const Matrix<float> points = testing::random_matrix<float>(900, 3, 7);
  const KmeansResult result = kmeans(points, {.clusters = 5}, RunContext());
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return centre_shares(points, result, run).own; });
}

}  // namespace
}  // namespace cgsd
