#include "cgsd/clustering/sampled_kmeans.hpp"

#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

// Rows in turn around each of `centres` points of a line, ten apart.
Matrix<double> along_a_line(std::size_t rows, std::size_t centres) {
  Matrix<double> points(rows, 2);
  RandomSequence random{RandomStream(3)};
  for (std::size_t i = 0; i < rows; ++i) {
    points(i, 0) = 10.0 * static_cast<double>(i % centres) + random.normal();
    points(i, 1) = random.normal();
  }
  return points;
}

TEST(SampledKmeans, OfFewPointsIsKmeans) {
  const Matrix<double> points = along_a_line(400, 3);
  const KmeansOptions options{.clusters = 5, .restarts = 4};
  const KmeansResult sampled = sampled_kmeans(points, options, RunContext());
  const KmeansResult plain = kmeans(points, options, RunContext());
  EXPECT_EQ(sampled.partition.community_of, plain.partition.community_of);
  EXPECT_EQ(sampled.inertia, plain.inertia);
  EXPECT_EQ(sampled.starts, 4);
}

TEST(SampledKmeans, FindsTheGroupsOfManyPointsAndTheirMeans) {
  const std::size_t rows = kSampledPoints + 4000;
  const Matrix<double> points = along_a_line(rows, 8);
  const KmeansResult found = sampled_kmeans(points, {.clusters = 8, .restarts = 12}, RunContext());
  EXPECT_EQ(found.starts, 12);
  EXPECT_GE(found.near_best, 1);
  EXPECT_LE(found.near_best, 12);
  ASSERT_EQ(found.partition.communities, 8);
  for (std::size_t i = 0; i < rows; ++i)
    ASSERT_EQ(found.partition.community_of[i], found.partition.community_of[i % 8]);
  // Variance 1 in each of two columns: the inertia of the true groups is about 2 n.
  EXPECT_NEAR(found.inertia / static_cast<double>(rows), 2.0, 0.05);
  for (std::size_t c = 0; c < 8; ++c) {
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t i = 0; i < rows; ++i) {
      if (static_cast<std::size_t>(found.partition.community_of[i]) != c) continue;
      sum += points(i, 0);
      count += 1.0;
    }
    EXPECT_NEAR(found.centres(c, 0), sum / count, 1e-2);
  }
}

TEST(SampledKmeans, MakesNoMoreStartsThanAsked) {
  const Matrix<double> points = along_a_line(kSampledPoints + 100, 2);
  EXPECT_EQ(sampled_kmeans(points, {.clusters = 2, .restarts = 2}, RunContext()).starts, 2);
}

TEST(SampledKmeans, HasTheSameBitsAtAnyNumberOfThreads) {
  const Matrix<double> points = along_a_line(kSampledPoints + 500, 3);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return sampled_kmeans(points, {.clusters = 4, .restarts = 5}, run).centres; });
}

}  // namespace
}  // namespace cgsd
