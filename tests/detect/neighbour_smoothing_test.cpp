#include "cgsd/detect/neighbour_smoothing.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

// Two known nodes at 0 and 4, smoothed to 10 and 20. A new node has one neighbour, unless it is within the other's reach.
DetectionModel two_nodes(std::int32_t steps) {
  DetectionModel m;
  m.rules.neighbours = 1;
  m.rules.scale_neighbour = 1;
  m.rules.smoothing_steps = steps;
  m.graph = Graph({0, 0, 0}, {}, {}, false);
  m.embedding = Matrix<float>(2, 1, {0.0f, 4.0f});
  m.smoothed = Matrix<float>(2, 1, {10.0f, 20.0f});
  m.local_scale = {1.0f, 1.0f};
  m.reach = {0.5f, 0.5f};
  m.neighbours = {1, 1};
  return m;
}

float placed(const DetectionModel& model, float at) {
  return smoothed_among_known(model, Matrix<float>(1, 1, {at}), RunContext())(0, 0);
}

TEST(NeighbourSmoothing, TakesTheRowOfTheNearestKnownNode) {
  EXPECT_FLOAT_EQ(placed(two_nodes(3), 1.0f), 10.0f);
  EXPECT_FLOAT_EQ(placed(two_nodes(3), 3.0f), 20.0f);
}

TEST(NeighbourSmoothing, OfNoStepKeepsTheRow) { EXPECT_FLOAT_EQ(placed(two_nodes(0), 1.0f), 1.0f); }

// With one step the row stays with the weight of its largest neighbour: (1 + 10) / 2.
TEST(NeighbourSmoothing, OfOneStepKeepsHalfOfTheRow) { EXPECT_FLOAT_EQ(placed(two_nodes(1), 1.0f), 5.5f); }

// At 1, node 1 is 3 away: within its reach, so it joins with half the weight of a pair that is not mutual, as node 0 does.
// Own scale 1, weights ½ e^−1 and ½ e^−9.
TEST(NeighbourSmoothing, JoinsThoseThatItWouldBeANeighbourOf) {
  DetectionModel model = two_nodes(3);
  model.reach[1] = 3.5f;
  const double near = std::exp(-1.0);
  const double far = std::exp(-9.0);
  EXPECT_NEAR(placed(model, 1.0f), (10.0 * near + 20.0 * far) / (near + far), 1e-4);
}

TEST(NeighbourSmoothing, HasTheSameBitsAtAnyNumberOfThreads) {
  Matrix<float> rows(100, 1);
  for (std::size_t i = 0; i < 100; ++i) rows(i, 0) = static_cast<float>(i) / 20.0f;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return smoothed_among_known(two_nodes(3), rows, run); });
}

}  // namespace
}  // namespace cgsd
