#include "cgsd/spectral/self_tuning.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/neighbours/knn_graph.hpp"
#include "cgsd/rounding/smoothing.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

double weight(const Affinity& affinity, NodeId u, NodeId v) {
  return std::exp(affinity.log_weight[find_entry(affinity.graph, u, v)]);
}

// Points 0, 1, 3 on a line, one neighbour each: 0 and 1 choose each other, 3 chooses 1.
TEST(SelfTuningAffinity, IsHalfWhereOnlyOneChoseTheOther) {
  const Matrix<float> points(3, 1, {0.0F, 1.0F, 3.0F});
  const KnnLists lists = nearest_neighbours(points, {.neighbours = 1}, RunContext());
  const Affinity affinity =
      self_tuning_affinity(knn_graph(lists, RunContext()), {lists.ids, lists.distances}, 7, RunContext());
  EXPECT_NEAR(weight(affinity, 0, 1), std::exp(-1.0), 1e-8);        // d = 1, scales 1 and 1
  EXPECT_NEAR(weight(affinity, 1, 2), std::exp(-2.0) / 2.0, 1e-8);  // d = 2, scales 1 and 2
  EXPECT_EQ(affinity.log_weight[find_entry(affinity.graph, 2, 1)],
            affinity.log_weight[find_entry(affinity.graph, 1, 2)]);
}

TEST(SelfTuningAffinity, StaysFiniteForEqualAndForRemotePoints) {
  Matrix<float> points(12, 1);
  points(11, 0) = 1e6F;
  const KnnLists lists = nearest_neighbours(points, {.neighbours = 3}, RunContext());
  const Affinity affinity =
      self_tuning_affinity(knn_graph(lists, RunContext()), {lists.ids, lists.distances}, 7, RunContext());
  for (const double log_weight : affinity.log_weight) EXPECT_TRUE(std::isfinite(log_weight));
}

// Weights 1 and 3 at the middle of a path: its row is (1, 3, 3) / 7, the ends' are (½, ½).
TEST(Smoothing, AveragesWithTheLargestWeightForOneself) {
  const Affinity affinity{testing::path_graph(3), {0.0, 0.0, std::log(3.0), std::log(3.0)}};
  const Matrix<float> once = smoothed(Matrix<float>(3, 1, {7.0F, 14.0F, 28.0F}), affinity, 1, RunContext());
  EXPECT_FLOAT_EQ(once(0, 0), 10.5F);
  EXPECT_FLOAT_EQ(once(1, 0), 1.0F + 6.0F + 12.0F);
  EXPECT_FLOAT_EQ(once(2, 0), 21.0F);
  const Matrix<float> twice = smoothed(Matrix<float>(3, 1, {7.0F, 14.0F, 28.0F}), affinity, 2, RunContext());
  EXPECT_FLOAT_EQ(twice(0, 0), (10.5F + 19.0F) / 2.0F);
}

TEST(Smoothing, LeavesLonelyNodesAloneAndSurvivesTinyWeights) {
  const Affinity affinity{testing::graph_of(3, {{0, 1}}), {-5000.0, -5000.0}};
  const Matrix<float> once = smoothed(Matrix<float>(3, 1, {0.0F, 2.0F, 9.0F}), affinity, 1, RunContext());
  EXPECT_FLOAT_EQ(once(0, 0), 1.0F);
  EXPECT_FLOAT_EQ(once(1, 0), 1.0F);
  EXPECT_FLOAT_EQ(once(2, 0), 9.0F);
}

TEST(SelfTuningAffinity, HasTheSameBitsAtAnyNumberOfThreads) {
  const Matrix<float> points = testing::random_matrix<float>(700, 5, 8);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const KnnLists lists = nearest_neighbours(points, {.neighbours = 8}, run);
    return smoothed(points, self_tuning_affinity(knn_graph(lists, run), {lists.ids, lists.distances}, 4, run), 3, run);
  });
}

}  // namespace
}  // namespace cgsd
