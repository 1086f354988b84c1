#include "cgsd/neighbours/approximate_neighbours.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/distance.hpp"
#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::Each;

Matrix<float> normal_points(std::size_t n, std::size_t d, std::uint64_t seed) {
  Matrix<float> points(n, d);
  RandomSequence random{RandomStream(seed)};
  for (float& x : points.values()) x = static_cast<float>(random.normal());
  return points;
}

Matrix<float> gaussian_mixture(std::size_t n, std::size_t d) {
  const Matrix<float> centres = normal_points(20, d, 7);
  Matrix<float> points = normal_points(n, d, 8);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) points(i, j) += 4.0f * centres(i % 20, j);
  }
  return points;
}

KnnOptions approximate(std::int32_t neighbours, double recall = 0.98) {
  return {.neighbours = neighbours, .method = KnnMethod::approximate, .recall = recall};
}

// The slow twin is the exact method. A neighbour counts where it is no farther than the true k-th.
double recall_of(const KnnLists& found, const KnnLists& truth) {
  std::size_t hits = 0;
  for (std::size_t i = 0; i < truth.ids.rows(); ++i) {
    for (const double distance : found.distances.row(i)) hits += distance <= truth.distances.row(i).back() ? 1 : 0;
  }
  return static_cast<double>(hits) / static_cast<double>(truth.ids.values().size());
}

void expect_distances_of_the_ids(const Matrix<float>& points, const KnnLists& lists) {
  for (std::size_t i = 0; i < points.rows(); ++i) {
    const auto ids = lists.ids.row(i);
    const auto distances = lists.distances.row(i);
    ASSERT_EQ(std::set<NodeId>(ids.begin(), ids.end()).size(), ids.size()) << i;
    for (std::size_t j = 0; j < ids.size(); ++j) {
      ASSERT_NE(ids[j], i);
      ASSERT_EQ(distances[j], std::sqrt(squared_distance<float, float>(points.row(i), points.row(ids[j]))));
      if (j == 0) continue;
      ASSERT_TRUE(distances[j - 1] < distances[j] || (distances[j - 1] == distances[j] && ids[j - 1] < ids[j]));
    }
  }
}

void expect_nearly_exact(const Matrix<float>& points) {
  const RunContext run({.seed = 3});
  const KnnLists found = nearest_neighbours(points, approximate(30), run);
  const KnnLists truth = nearest_neighbours(points, {.neighbours = 30, .method = KnnMethod::exact}, run);
  EXPECT_EQ(found.method, KnnMethod::approximate);
  EXPECT_GE(recall_of(found, truth), 0.95);
  EXPECT_NEAR(found.recall, recall_of(found, truth), 0.02);
  expect_distances_of_the_ids(points, found);
}

TEST(ApproximateNeighbours, FindNearlyAllInAMixtureOfGaussians) { expect_nearly_exact(gaussian_mixture(8000, 32)); }

TEST(ApproximateNeighbours, FindNearlyAllInACube) {
  Matrix<float> points(8000, 16);
  RandomSequence random{RandomStream(9)};
  for (float& x : points.values()) x = static_cast<float>(random.uniform());
  expect_nearly_exact(points);
}

TEST(ApproximateNeighbours, FindNearlyAllOnASphere) {
  Matrix<float> points = normal_points(8000, 24, 10);
  for (std::size_t i = 0; i < points.rows(); ++i) {
    float square = 0.0f;
    for (const float x : points.row(i)) square += x * x;
    for (float& x : points.row(i)) x /= std::sqrt(square);
  }
  expect_nearly_exact(points);
}

TEST(ApproximateNeighbours, FindNearlyAllWhereManyRowsAreEqual) {
  Matrix<float> points = normal_points(6000, 16, 11);
  for (std::size_t i = 0; i < 6000; i += 2) std::fill(points.row(i).begin(), points.row(i).end(), 0.5f);
  expect_nearly_exact(points);
  expect_nearly_exact(Matrix<float>(4000, 3));
}

// The far rows would drown the distances of the cluster in rounding errors if these followed the largest norm.
TEST(ApproximateNeighbours, FindNearlyAllInATightClusterAmongFarRows) {
  Matrix<float> points = normal_points(6000, 16, 12);
  for (std::size_t i = 0; i < points.rows(); ++i) {
    for (float& x : points.row(i)) x *= i % 10 == 0 ? 1000.0f : 0.001f;
  }
  expect_nearly_exact(points);
}

TEST(ApproximateNeighbours, FindNearlyAllFarFromTheOrigin) {
  Matrix<float> points = normal_points(4000, 8, 13);
  for (float& x : points.values()) x += 4096.0f;
  expect_nearly_exact(points);
}

TEST(ApproximateNeighbours, AreExactWhereOneLeafHoldsAllRows) {
  const Matrix<float> points = normal_points(1200, 10, 14);
  const KnnLists found = nearest_neighbours(points, approximate(20), RunContext());
  const KnnLists truth = nearest_neighbours(points, {.neighbours = 20, .method = KnnMethod::exact}, RunContext());
  EXPECT_EQ(found.ids, truth.ids);
  EXPECT_EQ(found.distances, truth.distances);
  EXPECT_EQ(found.recall, 1.0);
}

TEST(ApproximateNeighbours, FillTheListsHoweverLongTheyAre) {
  const Matrix<float> points = normal_points(4500, 4, 15);
  const KnnLists lists = nearest_neighbours(points, approximate(1000, 0.0), RunContext());
  EXPECT_EQ(lists.ids.cols(), 1000u);
  expect_distances_of_the_ids(points, lists);
  EXPECT_EQ(nearest_neighbours(normal_points(3, 2, 16), approximate(10), RunContext()).ids.cols(), 2u);
}

TEST(ApproximateNeighbours, ComparePairsUntilTheSampleHasTheRecall) {
  const Matrix<float> points = gaussian_mixture(8000, 32);
  const KnnLists rough = nearest_neighbours(points, approximate(10, 0.3), RunContext());
  const KnnLists fine = nearest_neighbours(points, approximate(10, 0.99), RunContext());
  EXPECT_GE(rough.recall, 0.3);
  EXPECT_GE(fine.recall, 0.99);
  EXPECT_LT(rough.pairs_compared, fine.pairs_compared);
}

TEST(ApproximateNeighbours, GiveTheSameBitsAtAnyThreadCount) {
  const Matrix<float> points = gaussian_mixture(4000, 16);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return nearest_neighbours(points, approximate(15), run).ids; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return nearest_neighbours(points, approximate(15), run).distances; });
}

TEST(ApproximateNeighbours, DrawOtherTreesForAnotherSeed) {
  const Matrix<float> points = gaussian_mixture(4000, 16);
  const auto ids = [&](std::uint64_t seed) {
    return nearest_neighbours(points, approximate(15, 0.0), RunContext({.seed = seed})).ids;
  };
  EXPECT_NE(ids(1), ids(2));
}

TEST(ApproximateNeighbours, TakePointsInDoubleAndOfAnyFiniteSize) {
  const Matrix<float> narrow = normal_points(3000, 6, 17);
  Matrix<double> points(3000, 6);
  for (std::size_t i = 0; i < points.values().size(); ++i) points.values()[i] = 1e300 * narrow.values()[i];
  const KnnLists found = nearest_neighbours(points, approximate(5), RunContext());
  const KnnLists truth = nearest_neighbours(points, {.neighbours = 5, .method = KnnMethod::exact}, RunContext());
  EXPECT_GE(recall_of(found, truth), 0.95);
}

TEST(ApproximateNeighbours, RefusePointsThatAreNotFinite) {
  Matrix<float> points = normal_points(100, 3, 18);
  points(50, 1) = std::numeric_limits<float>::infinity();
  EXPECT_THROW(nearest_neighbours(points, approximate(5), RunContext()), InvalidArgument);
}

TEST(ApproximateNeighbours, StopWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const RunContext run({.stop = stop.get_token()});
  EXPECT_THROW(nearest_neighbours(normal_points(4000, 4, 19), approximate(5), run), Cancelled);
}

}  // namespace
}  // namespace cgsd
