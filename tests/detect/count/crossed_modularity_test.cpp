#include "cgsd/detect/count/crossed_modularity.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "cgsd/graph/builder.hpp"

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

// `groups` groups of `size` nodes: points that lie together, joined within.
HalfPoints groups_of(std::size_t groups, std::size_t size, std::uint64_t seed) {
  RandomSequence random(RandomStream(seed).named("points"));
  HalfPoints half{Matrix<double>(groups * size, groups), {}};
  EntryList list{.nodes = static_cast<NodeId>(groups * size), .entries = {}, .weights = {}};
  for (std::size_t i = 0; i < groups * size; ++i) {
    for (std::size_t j = 0; j < groups; ++j) half.points(i, j) = 0.05 * random.normal() + (i / size == j ? 1.0 : 0.0);
    for (std::size_t k = i + 1; k < (i / size + 1) * size; ++k)
      list.entries.push_back({static_cast<NodeId>(i), static_cast<NodeId>(k)});
  }
  half.neighbours = build_graph(list, {}, RunContext()).graph;
  return half;
}

std::vector<HalvesPoints> planted(std::size_t groups, std::size_t size) {
  return {{groups_of(groups, size, 1), groups_of(groups, size, 2)},
          {groups_of(groups, size, 3), groups_of(groups, size, 4)}};
}

double fit_at(const CrossedModularity& found, std::int32_t c) {
  const auto at = std::ranges::find(found.candidates, c);
  return found.fits[static_cast<std::size_t>(at - found.candidates.begin())];
}

// c groups of equal size that are not joined to each other have modularity 1 − 1/c.
TEST(CrossedModularity, IsLargestAtTheNumberOfGroups) {
  for (const std::int32_t groups : {2, 3, 7, 20}) {
    const CrossedModularity found =
        crossed_modularity(planted(static_cast<std::size_t>(groups), 12), {.most = 40}, RunContext());
    EXPECT_EQ(found.candidates[found.best], groups);
    EXPECT_NEAR(found.fits[found.best], 1.0 - 1.0 / groups, 1e-12) << groups;
    EXPECT_EQ(found.behind[found.best], 0.0);
  }
}

TEST(CrossedModularity, FindsMoreThanTwentyInSteps) {
  const CrossedModularity found = crossed_modularity(planted(33, 8), {.most = 100}, RunContext());
  EXPECT_NEAR(found.candidates[found.best], 33, 1);
  EXPECT_LT(found.candidates.size(), 60u);
}

TEST(CrossedModularity, LooksAtWhatIsAskedForAndAtNoMoreThanItMay) {
  const CrossedModularity found = crossed_modularity(planted(3, 20), {.most = 50, .also = {37, 0, 90}}, RunContext());
  EXPECT_TRUE(std::ranges::find(found.candidates, 37) != found.candidates.end());
  EXPECT_LE(found.candidates.back(), 50);
  EXPECT_EQ(crossed_modularity(planted(3, 20), {.most = 3}, RunContext()).candidates,
            (std::vector<std::int32_t>{2, 3}));
  EXPECT_TRUE(crossed_modularity(planted(3, 20), {.most = 1}, RunContext()).none());
}

// Two halves that know nothing of each other: clusters of one cut the other at random, which has modularity 0.
TEST(CrossedModularity, OfUnrelatedHalvesIsNothing) {
  HalfPoints other = groups_of(4, 25, 2);
  Matrix<double> shuffled(100, 4);
  for (std::size_t i = 0; i < 100; ++i) std::ranges::copy(other.points.row(i), shuffled.row((37 * i) % 100).begin());
  other.points = shuffled;
  EntryList list{.nodes = 100, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < 100; ++u)
    for (const NodeId v : other.neighbours.neighbours(u))
      if (u < v) list.entries.push_back({(37 * u) % 100, (37 * v) % 100});
  other.neighbours = build_graph(list, {}, RunContext()).graph;
  const std::vector<HalvesPoints> splits = {{groups_of(4, 25, 1), other}};
  EXPECT_LT(fit_at(crossed_modularity(splits, {.most = 10}, RunContext()), 4), 0.1);
}

TEST(CrossedModularity, HasTheSameBitsAtAnyNumberOfThreads) {
  const auto splits = planted(5, 30);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return crossed_modularity(splits, {.most = 12}, run).fits; });
}

}  // namespace
}  // namespace cgsd
