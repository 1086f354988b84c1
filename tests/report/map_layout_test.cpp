#include "cgsd/report/map_layout.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/attributed_toys.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

double distance(const PlanePoint& a, const PlanePoint& b) { return std::hypot(a.x - b.x, a.y - b.y); }

PlanePoint mean_of(const std::vector<PlanePoint>& points, const Partition& partition, std::int32_t c) {
  PlanePoint sum;
  double count = 0.0;
  for (std::size_t v = 0; v < points.size(); ++v) {
    if (partition.community_of[v] != c) continue;
    sum.x += points[v].x;
    sum.y += points[v].y;
    count += 1.0;
  }
  return {sum.x / count, sum.y / count};
}

struct Blocks {
  Dataset data = testing::three_communities(300);
  Partition partition = numbered_by_size(data.labels.class_of);
};

TEST(MapLayout, StaysWithinTheUnitSquareAndFillsIt) {
  const Blocks blocks;
  const auto points = map_layout(blocks.data.input.graph, blocks.partition, RunContext());
  const auto [x0, x1] = std::ranges::minmax(points, {}, &PlanePoint::x);
  const auto [y0, y1] = std::ranges::minmax(points, {}, &PlanePoint::y);
  EXPECT_GE(std::min(x0.x, y0.y), 0.0);
  EXPECT_LE(std::max(x1.x, y1.y), 1.0);
  EXPECT_NEAR(std::max(x1.x - x0.x, y1.y - y0.y), 1.0, 1e-12);
}

TEST(MapLayout, MakesIslandsOfCommunities) {
  const Blocks blocks;
  const auto points = map_layout(blocks.data.input.graph, blocks.partition, RunContext());
  std::size_t at_home = 0;
  std::vector<PlanePoint> centres;
  for (std::int32_t c = 0; c < 3; ++c) centres.push_back(mean_of(points, blocks.partition, c));
  for (std::size_t v = 0; v < points.size(); ++v) {
    const auto nearest =
        std::ranges::min_element(centres, {}, [&](const PlanePoint& centre) { return distance(points[v], centre); });
    at_home += nearest - centres.begin() == blocks.partition.community_of[v] ? 1U : 0U;
  }
  EXPECT_GE(at_home, points.size() * 95 / 100);
}

TEST(MapLayout, PutsNeighboursOfACommunityNearEachOther) {
  const Graph ring = testing::cycle_graph(60);
  const Partition one{std::vector<std::int32_t>(60, 0), 1};
  const auto points = map_layout(ring, one, RunContext());
  double linked = 0.0;
  double any = 0.0;
  for (std::size_t v = 0; v < 60; ++v) {
    linked += distance(points[v], points[(v + 1) % 60]);
    any += distance(points[v], points[(v + 30) % 60]);
  }
  EXPECT_LT(linked, 0.7 * any);
}

TEST(MapLayout, TakesNodesWithoutEdgesAndGraphsWithoutNodes) {
  const Graph lonely = testing::graph_of(3, {});
  const auto points = map_layout(lonely, {{0, 0, 1}, 2}, RunContext());
  for (const PlanePoint& p : points) EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
  EXPECT_TRUE(map_layout(Graph(), {{}, 0}, RunContext()).empty());
  EXPECT_EQ(map_layout(testing::graph_of(1, {}), {{0}, 1}, RunContext()).size(), 1u);
}

TEST(MapLayout, IsTheSameAtAnyNumberOfThreads) {
  const Blocks blocks;
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return map_layout(blocks.data.input.graph, blocks.partition, run); });
}

}  // namespace
}  // namespace cgsd
