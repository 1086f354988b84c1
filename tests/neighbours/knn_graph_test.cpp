#include "cgsd/neighbours/knn_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

template <class T>
Matrix<T> random_points(std::size_t n, std::size_t d, std::uint64_t seed) {
  Matrix<T> points(n, d);
  RandomSequence random{RandomStream(seed)};
  for (T& x : points.values()) x = static_cast<T>(random.normal());
  return points;
}

// The slow twin: all pairs, sorted.
template <class T>
std::vector<NodeId> sorted_neighbours(const Matrix<T>& points, std::size_t i) {
  std::vector<std::pair<double, NodeId>> all;
  for (std::size_t v = 0; v < points.rows(); ++v) {
    double sum = 0.0;
    for (std::size_t j = 0; j < points.cols(); ++j)
      sum += std::pow(static_cast<double>(points(i, j)) - static_cast<double>(points(v, j)), 2);
    if (v != i) all.emplace_back(sum, static_cast<NodeId>(v));
  }
  std::sort(all.begin(), all.end());
  std::vector<NodeId> ids;
  for (const auto& pair : all) ids.push_back(pair.second);
  return ids;
}

template <class T>
void expect_like_sorting(const Matrix<T>& points, std::int32_t k) {
  const KnnLists lists = nearest_neighbours(points, {.neighbours = k}, RunContext());
  ASSERT_EQ(lists.ids.cols(), static_cast<std::size_t>(k));
  for (std::size_t i = 0; i < points.rows(); ++i) {
    const auto expected = sorted_neighbours(points, i);
    for (std::size_t j = 0; j < lists.ids.cols(); ++j) ASSERT_EQ(lists.ids(i, j), expected[j]) << i << " " << j;
  }
}

TEST(KnnGraph, FindsWhatSortingAllPairsFinds) {
  expect_like_sorting(random_points<double>(150, 7, 1), 10);
  expect_like_sorting(random_points<float>(150, 33, 2), 5);
}

TEST(KnnGraph, BreaksTiesByLowerNodeId) {
  Matrix<float> points(6, 1);  // four points at 0, two at 1
  points(4, 0) = points(5, 0) = 1.0f;
  const KnnLists lists = nearest_neighbours(points, {.neighbours = 3}, RunContext());
  EXPECT_THAT(lists.ids.row(0), ElementsAre(1, 2, 3));
  EXPECT_THAT(lists.ids.row(2), ElementsAre(0, 1, 3));
  EXPECT_THAT(lists.ids.row(4), ElementsAre(5, 0, 1));
}

// Far from the origin ‖x‖² + ‖y‖² − 2 x·y loses every digit of a small distance in single precision.
TEST(KnnGraph, IsExactWhereCancellationIsTotal) {
  Matrix<float> points = random_points<float>(100, 4, 3);
  for (float& x : points.values()) x = 4096.0f + x;
  expect_like_sorting(points, 8);
}

TEST(KnnGraph, TakesAllOthersWhereThereAreFew) {
  const KnnLists lists = nearest_neighbours(random_points<double>(3, 2, 4), {.neighbours = 10}, RunContext());
  EXPECT_EQ(lists.ids.cols(), 2u);
  EXPECT_EQ(nearest_neighbours(Matrix<double>(1, 2), {.neighbours = 10}, RunContext()).ids.cols(), 0u);
  EXPECT_EQ(nearest_neighbours(Matrix<double>(0, 2), {.neighbours = 10}, RunContext()).ids.rows(), 0u);
}

TEST(KnnGraph, JoinsWhereEitherIsANeighbourOfTheOther) {
  Matrix<double> points(4, 1);
  points(1, 0) = 1.0;
  points(2, 0) = 3.0;
  points(3, 0) = 100.0;
  const Graph graph = knn_graph(nearest_neighbours(points, {.neighbours = 1}, RunContext()), RunContext());
  EXPECT_THAT(graph.neighbours(0), ElementsAre(1));
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0, 2));
  EXPECT_THAT(graph.neighbours(2), ElementsAre(1, 3));
  EXPECT_FALSE(graph.weighted());
}

// More nodes than one range of rows holds.
TEST(KnnGraph, JoinsJustThePairsOfTheLists) {
  const KnnLists lists = nearest_neighbours(random_points<float>(5000, 2, 6), {.neighbours = 4}, RunContext());
  std::set<std::pair<NodeId, NodeId>> pairs;
  for (NodeId u = 0; u < 5000; ++u) {
    for (const NodeId v : lists.ids.row(u)) pairs.insert({{u, v}, {v, u}});
  }
  const Graph graph = knn_graph(lists, RunContext());
  EXPECT_EQ(graph.entries(), pairs.size());
  for (const auto& [u, v] : pairs) EXPECT_TRUE(std::ranges::binary_search(graph.neighbours(u), v));
}

TEST(KnnGraph, OfOnePointHasNoEdges) {
  KnnLists lists;
  lists.ids = Matrix<NodeId>(1, 0);
  const Graph graph = knn_graph(lists, RunContext());
  EXPECT_EQ(graph.nodes(), 1u);
  EXPECT_EQ(graph.edges(), 0u);
}

TEST(KnnGraph, GivesTheSameBitsAtAnyThreadCount) {
  const auto points = random_points<float>(300, 16, 5);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return nearest_neighbours(points, {}, run).ids; });
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return nearest_neighbours(points, {}, run).distances; });
}

TEST(NearestNeighbours, AreExactUpToALimitOfNodes) {
  const auto points = random_points<float>(200, 4, 6);
  const auto served = [&](const KnnOptions& options) {
    return nearest_neighbours(points, options, RunContext()).method;
  };
  EXPECT_EQ(served({}), KnnMethod::exact);
  EXPECT_EQ(served({.exact_limit = 200}), KnnMethod::exact);
  EXPECT_EQ(served({.exact_limit = 199}), KnnMethod::approximate);
  EXPECT_EQ(served({.method = KnnMethod::exact, .exact_limit = 0}), KnnMethod::exact);
  EXPECT_EQ(served({.method = KnnMethod::approximate}), KnnMethod::approximate);
}

TEST(NearestNeighbours, SayHowManyPairsWereCompared) {
  const KnnLists lists = nearest_neighbours(random_points<float>(50, 4, 7), {}, RunContext());
  EXPECT_EQ(lists.pairs_compared, 50u * 49u);
  EXPECT_EQ(lists.recall, 1.0);
}

// Squares of such numbers are infinite in float.
TEST(NearestNeighbours, TakesPointsOfAnyFiniteSize) {
  const Matrix<float> points(4, 2, {1e38f, 0.0f, 3e38f, 1.0f, 2e38f, 5.0f, -1e38f, 2.0f});
  const KnnLists lists = nearest_neighbours(points, {.neighbours = 2}, RunContext());
  EXPECT_EQ(lists.ids(0, 0), 2u);
  EXPECT_EQ(lists.ids(3, 0), 0u);
  EXPECT_EQ(lists.ids(3, 1), 2u);
  EXPECT_NEAR(lists.distances(0, 0) / 1e38, 1.0, 1e-6);
}

TEST(NearestNeighbours, RefusesPointsThatAreNotFinite) {
  Matrix<double> points(3, 1);
  points(1, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(nearest_neighbours(points, {.neighbours = 1}, RunContext()), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
