#include "cgsd/neighbours/exact_neighbours.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::random_matrix;

// The slow twin: the distances to all other rows, sorted with their ids.
template <class T>
std::vector<std::pair<double, NodeId>> sorted_others(const Matrix<T>& points, std::size_t i) {
  std::vector<std::pair<double, NodeId>> others;
  for (std::size_t v = 0; v < points.rows(); ++v) {
    double sum = 0.0;
    for (std::size_t j = 0; j < points.cols(); ++j) {
      sum += std::pow(static_cast<double>(points(i, j)) - static_cast<double>(points(v, j)), 2);
    }
    if (v != i) others.emplace_back(std::sqrt(sum), static_cast<NodeId>(v));
  }
  std::sort(others.begin(), others.end());
  return others;
}

template <class T>
void expect_like_sorting(const Matrix<T>& points, const std::vector<NodeId>& rows, std::size_t k) {
  const KnnLists lists = exact_neighbours(points, rows, k, RunContext());
  ASSERT_EQ(lists.ids.rows(), rows.size());
  ASSERT_EQ(lists.ids.cols(), k);
  for (std::size_t q = 0; q < rows.size(); ++q) {
    const auto expected = sorted_others(points, rows[q]);
    for (std::size_t j = 0; j < k; ++j) {
      ASSERT_EQ(lists.ids(q, j), expected[j].second) << "row " << rows[q] << ", place " << j;
      ASSERT_NEAR(lists.distances(q, j), expected[j].first, 1e-12 * (1.0 + expected[j].first));
    }
  }
}

TEST(ExactNeighbours, AnswerForTheRowsAskedForInTheirOrder) {
  const Matrix<double> points(5, 1, {0.0, 10.0, 1.0, 11.5, 4.0});
  const std::vector<NodeId> rows = {3, 0, 3};
  const KnnLists lists = exact_neighbours(points, rows, 2, RunContext());
  EXPECT_THAT(lists.ids.row(0), ElementsAre(1, 4));
  EXPECT_THAT(lists.ids.row(1), ElementsAre(2, 4));
  EXPECT_THAT(lists.ids.row(2), ElementsAre(1, 4));
  EXPECT_THAT(lists.distances.row(0), ElementsAre(1.5, 7.5));
  EXPECT_EQ(lists.pairs_compared, 3u * 4u);
}

// Up to 64 neighbours of 128 rows or more a bound of the k-th comes from minima of groups; beyond there is none.
TEST(ExactNeighbours, AreThoseOfSortingOnBothSidesOfTheShortCut) {
  for (const std::size_t n : {std::size_t{127}, std::size_t{128}, std::size_t{200}}) {
    const auto points = random_matrix(n, 3, n);
    const std::vector<NodeId> rows = {0, 63, 64, 126, 5};
    for (const std::size_t k : {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, n - 1}) {
      expect_like_sorting(points, rows, k);
    }
  }
}

TEST(ExactNeighbours, AreThoseOfSortingInSinglePrecision) {
  std::vector<NodeId> rows(140);
  for (NodeId i = 0; i < 140; ++i) rows[i] = i;
  expect_like_sorting(random_matrix<float>(140, 40, 3), rows, 7);
}

// On a grid most distances are ties: rounding of the products must not decide them.
TEST(ExactNeighbours, GiveTiesToTheLowerIdFarFromTheOrigin) {
  Matrix<float> grid(144, 2);
  for (std::size_t i = 0; i < 144; ++i) {
    grid(i, 0) = 30000.0f + static_cast<float>(i / 12);
    grid(i, 1) = -20000.0f + static_cast<float>(i % 12);
  }
  std::vector<NodeId> rows(144);
  for (NodeId i = 0; i < 144; ++i) rows[i] = i;
  expect_like_sorting(grid, rows, 6);
}

TEST(ExactNeighbours, OfEqualPointsAreTheLowestIds) {
  const KnnLists lists = exact_neighbours(Matrix<double>(200, 3), std::vector<NodeId>{1}, 3, RunContext());
  EXPECT_THAT(lists.ids.row(0), ElementsAre(0, 2, 3));
  EXPECT_THAT(lists.distances.row(0), ElementsAre(0.0, 0.0, 0.0));
}

TEST(ExactNeighbours, HaveTheSameBitsAtAnyThreadCount) {
  const auto points = random_matrix<float>(300, 20, 9);
  std::vector<NodeId> rows;
  for (NodeId i = 0; i < 300; i += 2) rows.push_back(i);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return exact_neighbours(points, rows, 9, run).ids; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return exact_neighbours(points, rows, 9, run).distances; });
}

}  // namespace
}  // namespace cgsd
