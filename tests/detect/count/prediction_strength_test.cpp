#include "cgsd/detect/count/prediction_strength.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

// `groups` tight groups of `size` points each, at the corners of a simplex.
Matrix<double> grouped_points(std::size_t groups, std::size_t size, double spread) {
  Matrix<double> points(groups * size, groups);
  const RandomStream random = RunContext({.seed = 9}).stream("points");
  for (std::size_t i = 0; i < points.rows(); ++i) {
    for (std::size_t j = 0; j < groups; ++j) points(i, j) = spread * random.at(i).normal(j);
    points(i, i % groups) += 1.0;
  }
  return points;
}

std::vector<std::int32_t> from_two_to(std::int32_t most) {
  std::vector<std::int32_t> candidates(static_cast<std::size_t>(most) - 1);
  std::iota(candidates.begin(), candidates.end(), 2);
  return candidates;
}

TEST(PredictionStrength, IsOneForAsManyClustersAsThereAreGroupsAndFarLessForMore) {
  const auto strength = prediction_strength(grouped_points(4, 50, 0.05), from_two_to(7), {}, RunContext());
  EXPECT_DOUBLE_EQ(strength[2], 1.0);
  for (const std::size_t more : {3u, 4u, 5u}) EXPECT_LT(strength[more], 0.8);
}

TEST(PredictionStrength, IsWeakForPointsWithoutGroups) {
  const auto strength = prediction_strength(grouped_points(1, 400, 1.0), from_two_to(6), {}, RunContext());
  EXPECT_LT(strength[4], 0.8);
}

TEST(PredictionStrength, DoesNotTakeStraysForAGroup) {
  Matrix<double> points(400, 1);
  for (std::size_t i = 0; i < 400; ++i) points(i, 0) = i < 4 ? 100.0 : i % 2 == 0 ? 1.0 : -1.0;
  const std::vector<std::int32_t> candidates = {3};
  EXPECT_EQ(prediction_strength(points, candidates, {}, RunContext())[0], 0.0);
}

TEST(PredictionStrength, IsNoughtWhereThereAreFewerPointsThanClusters) {
  const auto candidates = from_two_to(4);
  EXPECT_EQ(prediction_strength(Matrix<double>(4, 1), candidates, {}, RunContext()), std::vector<double>(3, 0.0));
  EXPECT_EQ(prediction_strength(Matrix<double>(0, 1), candidates, {}, RunContext()), std::vector<double>(3, 0.0));
}

TEST(PredictionStrength, OfASampleIsThatOfAll) {
  const auto strength =
      prediction_strength(grouped_points(3, 400, 0.05), from_two_to(3), {.sample = 200}, RunContext());
  EXPECT_DOUBLE_EQ(strength[1], 1.0);
}

TEST(PredictionStrength, GivesTheSameBitsAtAnyThreadCount) {
  const Matrix<double> points = grouped_points(3, 300, 0.6);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return prediction_strength(points, from_two_to(6), {}, run); });
}

}  // namespace
}  // namespace cgsd
