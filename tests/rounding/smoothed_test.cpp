#include "cgsd/rounding/smoothed.hpp"

#include <gtest/gtest.h>

#include "tests/rounding/two_clouds.hpp"
#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using testing::expect_two_clouds;
using testing::two_clouds;

SmoothedOptions rows_as_they_are() {
  SmoothedOptions options;
  options.row_scaling = RowScaling::as_is;
  return options;
}

TEST(Smoothed, DividesTwoClouds) {
  expect_two_clouds(round_smoothed(two_clouds(), 2, rows_as_they_are(), RunContext()).clustering.partition);
}

TEST(Smoothed, GivesANodeNoMoreNeighboursThanItsCommunityHas) {
  const auto neighbours = [](std::int32_t communities) {
    return smoothed_points(two_clouds(), communities, {}, RunContext()).affinity.neighbours;
  };
  EXPECT_EQ(neighbours(2), 4);   // 10 / 2 − 1
  EXPECT_EQ(neighbours(5), 1);   // 10 / 5 − 1
  EXPECT_EQ(neighbours(10), 1);  // one at least
  EXPECT_EQ(neighbours(0), 9);   // not known: 30, cut at n − 1
}

TEST(Smoothed, SmoothsNothingIfCommunitiesHaveFewerThanTwoNodes) {
  EXPECT_EQ(smoothed_points(two_clouds(), 6, {}, RunContext()).steps, 0);
  EXPECT_EQ(smoothed_points(two_clouds(), 5, {}, RunContext()).steps, 3);
  const SmoothedPoints s = smoothed_points(two_clouds(), 6, rows_as_they_are(), RunContext());
  for (std::size_t v = 0; v < 10; ++v) EXPECT_FLOAT_EQ(static_cast<float>(s.points(v, 0)), two_clouds()(v, 0));
}

TEST(Smoothed, DrawsPointsTowardsTheirNeighbours) {
  const SmoothedPoints s = smoothed_points(two_clouds(), 2, rows_as_they_are(), RunContext());
  EXPECT_LT(s.points(4, 0) - s.points(0, 0), 0.2);  // .4 before
  EXPECT_GT(s.points(5, 0) - s.points(4, 0), 9.5);  // clouds stay apart
}

TEST(Smoothed, HasTheSameBitsAtAnyNumberOfThreads) {
  const Matrix<float> points = testing::random_matrix<float>(600, 4, 7);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return smoothed_points(points, 3, {}, run).points; });
}

TEST(Smoothed, ManyNodesHaveFewerNeighboursUnlessANumberIsAskedFor) {
  SmoothedOptions options;
  EXPECT_EQ(knn_among(options, 20'000, 0).neighbours, 40);
  EXPECT_EQ(knn_among(options, 20'001, 0).neighbours, 30);
  EXPECT_EQ(knn_among(options, 100, 10).neighbours, 9);
  options.knn.neighbours = 40;
  EXPECT_EQ(knn_among(options, 20'001, 0).neighbours, 40);
}

}  // namespace
}  // namespace cgsd
