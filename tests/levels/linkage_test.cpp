#include "cgsd/levels/linkage.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

const Partition kFour = {{0, 0, 1, 1, 2, 3}, 4};

TEST(Linkage, MeasuresSquaredDistancesOfMeans) {
  const Matrix<double> points(6, 1, {0, 2, 4, 6, 20, 30});  // means 1, 5, 20, 30
  const CommunityDistances d = distances_by_points(points, kFour);
  EXPECT_DOUBLE_EQ(d.dissimilarity(0, 1), 16.0);
  EXPECT_DOUBLE_EQ(d.dissimilarity(3, 2), 100.0);
  EXPECT_EQ(d.sizes, (std::vector<std::uint64_t>{2, 2, 1, 1}));
}

TEST(Linkage, MeasuresEdgesInUnitsOfChance) {
  // Volumes 3 and 3 of 6; one edge between: w W / (K K) = 1 · 6 / 9.
  const Graph path = testing::path_graph(4);
  const CommunityDistances d = distances_by_edges(path, {{0, 0, 1, 1}, 2});
  EXPECT_DOUBLE_EQ(d.dissimilarity(0, 1), -6.0 / 9.0);
  EXPECT_DOUBLE_EQ(d.height(d.dissimilarity(0, 1)), 1.5);
  EXPECT_TRUE(std::isinf(d.height(0.0)));
}

TEST(Linkage, JoinsTheNearestAndAveragesByWeight) {
  const Matrix<double> points(6, 1, {0, 2, 4, 6, 20, 30});
  Joining joining(distances_by_points(points, kFour));
  EXPECT_DOUBLE_EQ(joining.join_nearest(), 16.0);   // 0 and 1
  EXPECT_DOUBLE_EQ(joining.join_nearest(), 100.0);  // 2 and 3
  // ((19² + 15²) / 2 + (29² + 25²) / 2) / 2: the mean over both sides.
  EXPECT_DOUBLE_EQ(joining.join_nearest(), (19.0 * 19 + 15 * 15 + 29 * 29 + 25 * 25) / 4);
  EXPECT_EQ(joining.left(), 1U);
}

TEST(Linkage, IsTheSameWithAndWithoutTheCacheOfNearestOnes) {
  RandomSequence random(RandomStream(3).named("points"));
  Matrix<double> points(40, 2);
  Partition each{{}, 40};
  for (std::int32_t v = 0; v < 40; ++v) {
    each.community_of.push_back(v);
    points(static_cast<std::size_t>(v), 0) = random.normal();
    points(static_cast<std::size_t>(v), 1) = random.normal();
  }
  Joining fast(distances_by_points(points, each));
  CommunityDistances slow = distances_by_points(points, each);
  while (slow.communities() > 1) {  // the twin looks at every pair, every time
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < slow.communities(); ++a) {
      for (std::size_t b = 0; b < a; ++b) least = std::min(least, slow.dissimilarity(a, b));
    }
    EXPECT_NEAR(fast.join_nearest(), least, 1e-12);
    slow = fast.remaining();
  }
}

TEST(Linkage, SmallCommunitiesJoinTheirNearest) {
  const Matrix<double> points(6, 1, {0, 2, 4, 6, 20, 30});
  const Partition joined = without_small(kFour, distances_by_points(points, kFour), 2);
  EXPECT_EQ(joined.community_of, (std::vector<std::int32_t>{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(without_small(kFour, distances_by_points(points, kFour), 7).communities, 1);
}

TEST(Linkage, StraysThatAreNearToNothingJoinTheSmallest) {
  const Graph graph = testing::graph_of(6, {{0, 1}, {1, 2}, {3, 4}});  // 5 has no edge
  const Partition parts = {{0, 0, 0, 1, 1, 2}, 3};
  const Partition joined = without_small(parts, distances_by_edges(graph, parts), 2);
  EXPECT_EQ(joined.communities, 2);
  EXPECT_EQ(joined.community_of[5], joined.community_of[4]);
}

}  // namespace
}  // namespace cgsd
