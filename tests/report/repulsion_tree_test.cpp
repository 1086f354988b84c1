#include "cgsd/report/repulsion_tree.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

namespace cgsd {
namespace {

std::vector<PlanePoint> random_points(std::size_t n) {
  RandomSequence random(RandomStream(7).named("points"));
  std::vector<PlanePoint> points;
  for (std::size_t i = 0; i < n; ++i) points.push_back({random.normal(), 3.0 * random.normal()});
  return points;
}

// Every pair, as the header states it.
PlanePoint slow_force(const std::vector<PlanePoint>& points, std::size_t at, double nearest) {
  PlanePoint force;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i == at) continue;
    const double dx = points[at].x - points[i].x;
    const double dy = points[at].y - points[i].y;
    const double square = std::max(dx * dx + dy * dy, nearest * nearest);
    force.x += dx / square;
    force.y += dy / square;
  }
  return force;
}

TEST(RepulsionTree, PushesTwoPointsApartByOneOverTheirDistance) {
  const std::vector<PlanePoint> points = {{0.0, 0.0}, {2.0, 0.0}};
  const RepulsionTree tree(points);
  EXPECT_EQ(tree.force_on(0, 0.9, 0.1), (PlanePoint{-0.5, 0.0}));
  EXPECT_EQ(tree.force_on(1, 0.9, 0.1), (PlanePoint{0.5, 0.0}));
}

TEST(RepulsionTree, IsExactIfNoSquareCountsAsOne) {
  const auto points = random_points(300);
  const RepulsionTree tree(points);
  for (std::size_t i = 0; i < points.size(); i += 17) {
    const PlanePoint slow = slow_force(points, i, 0.05);
    const PlanePoint fast = tree.force_on(i, 0.0, 0.05);
    EXPECT_NEAR(fast.x, slow.x, 1e-9 * (1.0 + std::abs(slow.x)));
    EXPECT_NEAR(fast.y, slow.y, 1e-9 * (1.0 + std::abs(slow.y)));
  }
}

TEST(RepulsionTree, IsCloseIfFarSquaresCountAsOne) {
  const auto points = random_points(2000);
  const RepulsionTree tree(points);
  double error = 0.0;
  double all = 0.0;
  for (std::size_t i = 0; i < points.size(); i += 23) {
    const PlanePoint slow = slow_force(points, i, 0.05);
    const PlanePoint fast = tree.force_on(i, 0.9, 0.05);
    error += std::hypot(fast.x - slow.x, fast.y - slow.y);
    all += std::hypot(slow.x, slow.y);
  }
  EXPECT_LT(error, 0.03 * all);
}

TEST(RepulsionTree, TakesPointsThatStandOnEachOther) {
  const std::vector<PlanePoint> points(100, PlanePoint{1.0, 1.0});
  const RepulsionTree tree(points);
  EXPECT_EQ(tree.force_on(5, 0.9, 0.5), (PlanePoint{0.0, 0.0}));
  EXPECT_NO_THROW(RepulsionTree(std::span<const PlanePoint>{}));
}

}  // namespace
}  // namespace cgsd
