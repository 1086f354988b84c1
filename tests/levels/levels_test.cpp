#include "cgsd/levels/levels.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/metrics/agreement.hpp"

#include "tests/support/attributed_toys.hpp"
#include "tests/support/groups_of_groups.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

Levels levels_of(const AttributedGraphView& input, std::string_view name, std::int32_t communities,
                 const LevelOptions& options, const RunContext& run = RunContext()) {
  ConfiguredMethod method = configured(name);
  method.communities = communities;
  const MethodResult found = method.run(input, run);
  return find_levels(input, {method, found}, options, run);
}

// Every promise of the tree, checked from the leaves up by counting nodes.
void expect_nested(const Levels& levels) {
  std::vector<std::set<std::size_t>> nodes(levels.communities.size());
  for (std::size_t v = 0; v < levels.leaf_of.size(); ++v) {
    for (std::int32_t c = levels.leaf_of[v]; c >= 0; c = levels.communities[static_cast<std::size_t>(c)].parent)
      nodes[static_cast<std::size_t>(c)].insert(v);
  }
  std::set<std::int32_t> ids;
  for (std::size_t c = 0; c < nodes.size(); ++c) {
    const NestedCommunity& community = levels.communities[c];
    EXPECT_EQ(nodes[c].size(), community.size);
    EXPECT_NE(community.children.size(), 1U);
    std::size_t of_children = 0;
    for (const std::int32_t child : community.children) {
      const NestedCommunity& part = levels.communities[static_cast<std::size_t>(child)];
      EXPECT_EQ(part.parent, static_cast<std::int32_t>(c));
      EXPECT_GT(part.level, community.level);
      of_children += part.size;
    }
    EXPECT_EQ(community.children.empty() ? community.size : of_children, community.size);
    EXPECT_TRUE(ids.insert(community.id).second) << "two communities have the id " << community.id;
  }
  for (std::int32_t level = 1; level < levels.levels; ++level) {
    std::map<std::int32_t, std::int32_t> above;
    const auto coarse = levels.communities_at(level - 1);
    const auto fine = levels.communities_at(level);
    for (std::size_t v = 0; v < fine.size(); ++v)
      EXPECT_EQ(above.emplace(fine[v], coarse[v]).first->second, coarse[v]) << "level " << level << " is not nested";
  }
}

double agreement_at(const Levels& levels, std::int32_t level, const std::vector<std::int32_t>& truth) {
  return ari(contingency(truth, levels.communities_at(level)));
}

std::int32_t level_with(const Levels& levels, std::size_t communities) {
  for (std::int32_t level = 0; level < levels.levels; ++level) {
    if (levels.standing_at(level).size() == communities) return level;
  }
  return -1;
}

TEST(Levels, FindsGroupsOfGroupsFromTheGroups) {
  for (const char* method : {"default", "leiden"}) {
    const auto plant = testing::groups_of_groups(24, std::string_view(method) == "default", 1);
    const Levels levels = levels_of(plant.input, method, 4, {});
    expect_nested(levels);
    EXPECT_GT(agreement_at(levels, levels.found_level, plant.group_of), 0.95) << method;
    ASSERT_GT(levels.levels, levels.found_level + 1) << method;
    EXPECT_GT(agreement_at(levels, levels.found_level + 1, plant.part_of), 0.95) << method;
  }
}

TEST(Levels, FindsGroupsOfGroupsFromTheirParts) {
  for (const char* method : {"default", "leiden"}) {
    const auto plant = testing::groups_of_groups(24, std::string_view(method) == "default", 2);
    const Levels levels = levels_of(plant.input, method, 16, {});
    expect_nested(levels);
    EXPECT_GT(agreement_at(levels, levels.found_level, plant.part_of), 0.95) << method;
    const std::int32_t groups = level_with(levels, 4);
    ASSERT_GE(groups, 0) << method;
    EXPECT_LT(groups, levels.found_level);
    EXPECT_GT(agreement_at(levels, groups, plant.group_of), 0.95) << method;
  }
}

TEST(Levels, DividesNothingThatIsRandomInside) {
  const Graph random = testing::random_graph(200, 0.1, 3);
  ConfiguredMethod method = configured("default");
  method.communities = 1;
  const AttributedGraph input{random, {}};
  const Levels levels = find_levels(input, {method, method.run(input, RunContext())}, {}, RunContext());
  ASSERT_EQ(levels.communities.size(), 1U);
  EXPECT_EQ(levels.communities[0].end, SplitEnd::nothing);
}

TEST(Levels, LeavesAreNoLargerThanMaxSizeAndNothingIsSmallerThanMinSize) {
  const Dataset data = testing::three_communities(300);
  for (const char* name : {"default", "kmeans", "leiden", "ssgc"}) {
    const Levels levels = levels_of(data.input, name, 3, {.max_size = 20, .min_size = 4});
    expect_nested(levels);
    EXPECT_EQ(levels.above_max_size(), 0U) << name;
    EXPECT_EQ(levels.below_min_size(), 0U) << name;
    for (const NestedCommunity& c : levels.communities) {
      EXPECT_GE(c.size, 4U) << name;
      EXPECT_TRUE(!c.children.empty() || c.size <= 20U) << name;
    }
  }
}

TEST(Levels, SmallCommunitiesOfTheRunJoinTheirNearest) {
  const auto plant = testing::groups_of_groups(4, false, 5);
  const Levels levels = levels_of(plant.input, "leiden", 16, {.min_size = 10});
  expect_nested(levels);
  EXPECT_GT(levels.joined, 0);
  EXPECT_EQ(levels.below_min_size(), 0U);
}

TEST(Levels, NodesThatCannotBeToldApartStayTogetherAndItIsSaid) {
  const AttributedGraph alike{Graph(std::vector<EntryIndex>(41, 0), {}, {}, false),
                              Attributes(Matrix<float>(40, 2, std::vector<float>(80, 1.0F)))};
  const Levels levels = levels_of(alike, "default", 1, {.max_size = 10});
  ASSERT_EQ(levels.communities.size(), 1U);
  EXPECT_EQ(levels.communities[0].end, SplitEnd::alike);
  EXPECT_EQ(levels.above_max_size(), 1U);
  const Levels clique = levels_of({testing::complete_graph(30), {}}, "leiden", 0, {.max_size = 10});
  EXPECT_EQ(clique.above_max_size(), 1U);
  EXPECT_EQ(clique.communities[0].end, SplitEnd::alike);
}

TEST(Levels, BoundsThatContradictEachOtherAreSaid) {
  const Dataset data = testing::three_communities(60);
  const Levels levels = levels_of(data.input, "default", 1, {.max_size = 40, .min_size = 35});
  EXPECT_EQ(levels.above_max_size(), 1U);
  EXPECT_EQ(levels.communities[0].end, SplitEnd::min_size);
  const Levels tiny = levels_of(data.input, "default", 3, {.min_size = 50});
  EXPECT_EQ(tiny.found, 1);
  try {
    levels_of(data.input, "default", 1, {.max_size = 5, .min_size = 6});
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr("min_size = 6: must not be above max_size = 5"));
  }
}

TEST(Levels, OfOneNodeIsOneCommunity) {
  const AttributedGraph one{Graph({0, 0}, {}, {}, false), Attributes(Matrix<float>(1, 1, {2.0F}))};
  const Levels levels = levels_of(one, "default", 1, {.max_size = 1});
  ASSERT_EQ(levels.communities.size(), 1U);
  EXPECT_EQ(levels.levels, 1);
  EXPECT_EQ(levels.communities_at(0), (std::vector<std::int32_t>{0}));
}

TEST(Levels, WorkWithoutEdges) {
  Dataset data = testing::three_communities(120);
  data.input.graph = Graph(std::vector<EntryIndex>(121, 0), {}, {}, false);
  const Levels levels = levels_of(data.input, "default", 3, {.max_size = 30});
  expect_nested(levels);
  EXPECT_EQ(levels.above_max_size(), 0U);
}

TEST(Levels, WorkOnDirectedEntries) {
  const AttributedGraph input = testing::directed_input();
  ConfiguredMethod method = configured("authors");
  method.set({"trained.epochs=2"});
  method.communities = 2;
  const MethodResult found = method.run(input, RunContext());
  expect_nested(find_levels(input, {method, found}, {.max_size = 1}, RunContext()));
}

TEST(Levels, OfCommunitiesOfEdgesAreConnected) {
  const auto plant = testing::groups_of_groups(12, false, 7);
  const Levels levels = levels_of(plant.input, "leiden", 4, {.max_size = 8});
  const Partition leaves = numbered_by_size(levels.leaf_of);
  // Nodes reachable within the own leaf: one search per leaf must reach all of it.
  std::vector<bool> met(leaves.community_of.size(), false);
  std::int32_t searches = 0;
  for (NodeId v = 0; v < met.size(); ++v) {
    if (met[v]) continue;
    ++searches;
    std::vector<NodeId> queue = {v};
    met[v] = true;
    while (!queue.empty()) {
      const NodeId u = queue.back();
      queue.pop_back();
      for (const NodeId w : plant.input.graph.neighbours(u)) {
        if (met[w] || leaves.community_of[w] != leaves.community_of[v]) continue;
        met[w] = true;
        queue.push_back(w);
      }
    }
  }
  EXPECT_EQ(searches, leaves.communities);
}

TEST(Levels, AreTheSameBitsAtAnyNumberOfThreads) {
  const auto plant = testing::groups_of_groups(12, true, 4);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const Levels levels = levels_of(plant.input, "default", 4, {.max_size = 10}, run);
    std::vector<std::int32_t> all = levels.leaf_of;
    for (const NestedCommunity& c : levels.communities) all.insert(all.end(), {c.parent, c.level, c.id});
    return all;
  });
}

}  // namespace
}  // namespace cgsd
