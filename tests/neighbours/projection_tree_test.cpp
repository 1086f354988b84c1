#include "cgsd/neighbours/projection_tree.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

Matrix<double> points_on_a_line(std::size_t n) {
  Matrix<double> points(n, 1);
  for (std::size_t i = 0; i < n; ++i) points(i, 0) = std::fmod(static_cast<double>(i) * 0.618034, 1.0);
  return points;
}

void expect_rows_once_and_rising(const Leaves& leaves, std::size_t n) {
  std::vector<NodeId> all = leaves.rows;
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), n);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(all[i], i);
  for (std::size_t l = 0; l < leaves.count(); ++l) {
    const auto leaf = leaves.leaf(l);
    EXPECT_TRUE(std::is_sorted(leaf.begin(), leaf.end()));
  }
}

// On a line every direction is the line itself, so leaves are intervals that do not overlap.
TEST(ProjectionTree, CutsALineIntoIntervals) {
  const Matrix<double> points = points_on_a_line(1000);
  const Leaves leaves = projection_tree(points, 40, RandomStream(1), RunContext());
  expect_rows_once_and_rising(leaves, 1000);
  ASSERT_GE(leaves.count(), 25u) << "a leaf holds 40 rows at most";
  std::vector<std::pair<double, double>> intervals;
  for (std::size_t l = 0; l < leaves.count(); ++l) {
    double low = 1.0;
    double high = 0.0;
    for (const NodeId u : leaves.leaf(l)) {
      low = std::min(low, points(u, 0));
      high = std::max(high, points(u, 0));
    }
    intervals.emplace_back(low, high);
  }
  std::sort(intervals.begin(), intervals.end());
  for (std::size_t l = 1; l < intervals.size(); ++l) EXPECT_LT(intervals[l - 1].second, intervals[l].first);
}

TEST(ProjectionTree, CutsEqualRowsIntoLeavesAsWell) {
  const Leaves leaves = projection_tree(Matrix<float>(5000, 2), 100, RandomStream(2), RunContext());
  expect_rows_once_and_rising(leaves, 5000);
  for (std::size_t l = 0; l < leaves.count(); ++l) {
    EXPECT_LE(leaves.leaf(l).size(), 100u);
    EXPECT_GE(leaves.leaf(l).size(), 45u);
  }
}

TEST(ProjectionTree, LeavesFewRowsTogether) {
  EXPECT_EQ(projection_tree(Matrix<float>(7, 2), 10, RandomStream(3), RunContext()).count(), 1u);
}

TEST(ProjectionTree, GivesTheSameLeavesAtAnyThreadCount) {
  const Matrix<double> points = points_on_a_line(20'000);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return projection_tree(points, 100, run.stream("tree"), run).rows; });
}

}  // namespace
}  // namespace cgsd
