#include "cgsd/clustering/nearest_centre.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"

namespace cgsd {
namespace {

TEST(NearestCentre, KnowsTheNearestAndTheNext) {
  const Matrix<double> centres(3, 2, {0, 0, 3, 4, 0, 10});
  const auto nearest = nearest_centres(Matrix<double>(2, 2, {3, 5, 0, 1}), centres, RunContext());
  EXPECT_EQ(nearest[0].centre, 1U);
  EXPECT_EQ(nearest[0].squared, 1.0);  // (3, 5) to (3, 4)
  EXPECT_EQ(nearest[0].second, 34.0);  // to (0, 0) and to (0, 10) alike
  EXPECT_EQ(nearest[1].centre, 0U);
  EXPECT_EQ(nearest[1].squared, 1.0);
  EXPECT_EQ(nearest[1].second, 18.0);  // (0, 1) to (3, 4)
}

TEST(NearestCentre, IsTheLowerOfTwoThatAreAsNear) {
  const auto nearest =
      nearest_centres(Matrix<double>(1, 1, {5.0}), Matrix<double>(4, 1, {9.0, 6.0, 4.0, 6.0}), RunContext());
  EXPECT_EQ(nearest[0].centre, 1U);
  EXPECT_EQ(nearest[0].second, 1.0);
}

TEST(NearestCentre, StaysWhatItWasIfNoDistanceIsFinite) {
  const Matrix<double> points(1, 1, {1e200});
  const Centres centres(Matrix<double>(2, 1, {-1e200, 0.0}));
  EXPECT_EQ(nearest_centre(DensePoints<double>(points), 0, centres, 1).centre, 1U);
}

TEST(NearestCentre, IsTheSameForSparseRows) {
  const SparseRows sparse{.cols = 3, .offsets = {0, 1, 1, 3}, .columns = {2, 0, 1}, .values = {2.0F, 1.0F, -3.0F}};
  const Matrix<double> dense(3, 3, {0, 0, 2, 0, 0, 0, 1, -3, 0});
  const Matrix<double> centres = testing::random_matrix<double>(4, 3, 5);
  const auto expected = nearest_centres(dense, centres, RunContext());
  for (std::size_t i = 0; i < 3; ++i) {
    const NearestCentre found = nearest_centre(SparsePoints(sparse), i, Centres(centres));
    EXPECT_EQ(found.centre, expected[i].centre);
    EXPECT_NEAR(found.squared, expected[i].squared, 1e-12);
    EXPECT_NEAR(found.second, expected[i].second, 1e-12);
  }
}

}  // namespace
}  // namespace cgsd
