#include "cgsd/spectral/self_tuning.hpp"

#include <algorithm>
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

// Each weight against its definition, from the points alone.
TEST(SelfTuningAffinity, IsWhatTheFormulaSays) {
  const Matrix<float> points = testing::random_matrix<float>(300, 3, 9);
  const KnnLists lists = nearest_neighbours(points, {.neighbours = 10}, RunContext());
  const Affinity affinity =
      self_tuning_affinity(knn_graph(lists, RunContext()), {lists.ids, lists.distances}, 7, RunContext());
  const auto in_list = [&](NodeId u, NodeId v) { return std::ranges::count(lists.ids.row(u), v) > 0; };
  for (NodeId u = 0; u < 300; ++u) {
    for (const NodeId v : GraphView(affinity.graph).neighbours(u)) {
      double square = 0.0;
      for (std::size_t j = 0; j < 3; ++j) square += std::pow(double(points(u, j)) - double(points(v, j)), 2);
      const double scales = lists.distances(u, 6) * lists.distances(v, 6);
      const double expected = std::exp(-square / scales) * (in_list(u, v) && in_list(v, u) ? 1.0 : 0.5);
      EXPECT_NEAR(weight(affinity, u, v), expected, 1e-6);
    }
  }
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
