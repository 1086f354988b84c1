#include "cgsd/levels/coarser.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

Partition each_alone(std::int32_t communities) {
  Partition partition{{}, communities};
  for (std::int32_t c = 0; c < communities; ++c) partition.community_of.push_back(c);
  return partition;
}

// Communities on a line: groups of `in_group` neighbours one apart, the groups `between` apart.
CommunityDistances on_a_line(std::int32_t groups, std::int32_t in_group, double between) {
  Matrix<double> points(static_cast<std::size_t>(groups * in_group), 1);
  for (std::int32_t i = 0; i < groups * in_group; ++i)
    points(static_cast<std::size_t>(i), 0) = between * (i / in_group) + i % in_group;
  return distances_by_points(points, each_alone(groups * in_group));
}

CommunityDistances simplex(std::int32_t communities) {
  const auto k = static_cast<std::size_t>(communities);
  Matrix<double> points(k, k);
  for (std::size_t c = 0; c < k; ++c) points(c, c) = 1.0;
  return distances_by_points(points, each_alone(communities));
}

TEST(Coarser, FindsGroupsThatStandApart) {
  const auto levels = coarser_levels(on_a_line(4, 4, 100.0), RunContext());
  ASSERT_FALSE(levels.empty());
  EXPECT_EQ(levels.back().groups, 4);
  EXPECT_EQ(levels.back().group_of, (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
  EXPECT_TRUE(std::isnan(levels.back().chance));  // 16 are no overview
}

TEST(Coarser, FindsPairsOfFewIfChanceSeldomDoes) {
  const auto levels = coarser_levels(on_a_line(5, 2, 50.0), RunContext());
  ASSERT_FALSE(levels.empty());
  EXPECT_EQ(levels.back().groups, 5);
  EXPECT_LE(levels.back().chance, 0.05);
}

TEST(Coarser, FindsNoneIfAllAreEquallyFarApart) {
  EXPECT_TRUE(coarser_levels(simplex(8), RunContext()).empty());
  EXPECT_TRUE(coarser_levels(simplex(5), RunContext()).empty());
}

TEST(Coarser, FindsGroupsByChanceInAboutOneOfTwentyAtMost) {
  int found = 0;
  constexpr int kCases = 100;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    RandomSequence random(RandomStream(seed).named("distances"));
    CommunityDistances d = simplex(8);
    for (std::size_t a = 0; a < 8; ++a) {
      for (std::size_t b = 0; b < a; ++b) d.dissimilarity(a, b) = d.dissimilarity(b, a) = 1.0 + random.uniform();
    }
    found += coarser_levels(d, RunContext({.seed = seed})).empty() ? 0 : 1;
  }
  EXPECT_LE(found, 12);  // 5 are expected; 12 or more come once in 200 times
}

TEST(Coarser, EveryLevelHasHalfAsManyAtMost) {
  const auto levels = coarser_levels(on_a_line(40, 3, 10.0), RunContext());
  std::int32_t below = 120;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    EXPECT_LE(2 * level->groups, below);
    below = level->groups;
  }
  EXPECT_LE(below, 12);
}

TEST(Coarser, IsTheSameBitsAtAnyNumberOfThreads) {
  testing::expect_same_bits_at_any_thread_count([](const RunContext& run) {
    std::vector<std::int32_t> all;
    for (const CoarseLevel& level : coarser_levels(on_a_line(5, 2, 3.0), run)) all.push_back(level.groups);
    return all;
  });
}

}  // namespace
}  // namespace cgsd
