#include "cgsd/rounding/smoothing.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// The path 0 – 1 – 2 with weights 1 and 3, and node 3 alone. Rows of W with the row maximum on the diagonal:
// (1 1 0), (1 3 3), (0 3 3), so P = (½ ½ 0), (1/7 3/7 3/7), (0 ½ ½).
TEST(Smoothing, IsOneStepOfTheWalkByHand) {
  Affinity affinity{testing::graph_of(4, {{0, 1}, {1, 2}}), {}};
  affinity.log_weight = {0.0, 0.0, std::log(3.0), std::log(3.0)};  // entries (0,1), (1,0), (1,2), (2,1)
  const Matrix<float> y = smoothed(Matrix<float>(4, 1, {7.0f, 14.0f, 0.0f, 5.0f}), affinity, 1, RunContext());
  EXPECT_FLOAT_EQ(y(0, 0), 10.5f);
  EXPECT_FLOAT_EQ(y(1, 0), 7.0f);
  EXPECT_FLOAT_EQ(y(2, 0), 7.0f);
  EXPECT_FLOAT_EQ(y(3, 0), 5.0f);
}

TEST(Smoothing, OfNoStepChangesNothingAndOfTwoIsOneTwice) {
  Affinity affinity{testing::random_graph(50, 0.2, 1), {}};
  affinity.log_weight.assign(affinity.graph.entries(), -2.0);
  const Matrix<float> points = testing::random_matrix<float>(50, 3, 2);
  EXPECT_EQ(smoothed(points, affinity, 0, RunContext()), points);
  const Matrix<float> once = smoothed(points, affinity, 1, RunContext());
  EXPECT_EQ(smoothed(once, affinity, 1, RunContext()), smoothed(points, affinity, 2, RunContext()));
}

// Few steps compute the walk's weights again in each of them, many keep them.
TEST(Smoothing, OfManyStepsIsFewAfterFewToTheBit) {
  Affinity affinity{testing::random_graph(60, 0.1, 3), {}};
  affinity.log_weight.assign(affinity.graph.entries(), -0.5);
  for (NodeId u = 0; u < 60; ++u) {
    for (EntryIndex i = affinity.graph.row_begin(u); i < affinity.graph.row_end(u); ++i)
      affinity.log_weight[i] *= static_cast<double>(u + affinity.graph.targets()[i]);
  }
  const Matrix<float> points = testing::random_matrix<float>(60, 5, 2);
  const Matrix<float> three = smoothed(points, affinity, 3, RunContext());
  EXPECT_EQ(smoothed(points, affinity, 5, RunContext()), smoothed(three, affinity, 2, RunContext()));
}

// However many columns are computed at a time.
TEST(Smoothing, OfManyColumnsIsThatOfEachToTheBit) {
  Affinity affinity{testing::random_graph(40, 0.2, 5), {}};
  affinity.log_weight.assign(affinity.graph.entries(), -0.3);
  for (const std::size_t width : {7, 8, 9, 16, 23, 32, 41, 70}) {
    const Matrix<float> points = testing::random_matrix<float>(40, width, width);
    const Matrix<float> all = smoothed(points, affinity, 2, RunContext());
    for (std::size_t j = 0; j < width; ++j) {
      Matrix<float> column(40, 1);
      for (std::size_t i = 0; i < 40; ++i) column(i, 0) = points(i, j);
      const Matrix<float> one = smoothed(column, affinity, 2, RunContext());
      for (std::size_t i = 0; i < 40; ++i) ASSERT_EQ(all(i, j), one(i, 0)) << width << " columns, column " << j;
    }
  }
}

TEST(Smoothing, BearsWeightsFarBelowTheSmallestNumber) {
  Affinity affinity{testing::path_graph(3), {-3000.0, -3000.0, -3000.0, -3000.0}};
  const Matrix<float> y = smoothed(Matrix<float>(3, 1, {0.0f, 3.0f, 6.0f}), affinity, 1, RunContext());
  EXPECT_FLOAT_EQ(y(0, 0), 1.5f);
  EXPECT_FLOAT_EQ(y(1, 0), 3.0f);
}

TEST(Smoothing, HasTheSameBitsAtAnyNumberOfThreads) {
  Affinity affinity{testing::random_graph(1500, 0.01, 4), {}};
  affinity.log_weight.assign(affinity.graph.entries(), -1.0);
  const Matrix<float> points = testing::random_matrix<float>(1500, 4, 5);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return smoothed(points, affinity, 3, run); });
}

}  // namespace
}  // namespace cgsd
