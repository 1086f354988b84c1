#include "cgsd/summary/community_facts.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Confidence sure(std::vector<double> own) {
  Confidence c;
  c.own = std::move(own);
  return c;
}

// A star 0 – {1, 2, 3}, a pair 4 – 5, joined by 3 – 4, and 6 alone.
Dataset toy() {
  Dataset data;
  data.input.graph = testing::graph_of(7, {{0, 1}, {0, 2}, {0, 3}, {4, 5}, {3, 4}});
  data.names = NodeNames({"a", "b", "c", "d", "e", "f", "g"});
  return data;
}

TEST(CommunityFacts, HaveDensityConductanceAndMeanConfidence) {
  const auto facts = community_facts(toy(), {{0, 0, 0, 0, 1, 1, 2}, 3},
                                     sure({0.5, 0.9, 0.7, 0.3, 1.0, 0.5, std::nan("")}), RunContext());
  ASSERT_EQ(facts.size(), 3u);
  EXPECT_EQ(facts[0].size, 4u);
  EXPECT_DOUBLE_EQ(facts[0].density, 0.5);            // 3 of 6 pairs
  EXPECT_DOUBLE_EQ(facts[0].conductance, 1.0 / 3.0);  // the smaller volume is 3
  EXPECT_DOUBLE_EQ(facts[0].mean_confidence, 0.6);
  EXPECT_DOUBLE_EQ(facts[1].density, 1.0);
  EXPECT_TRUE(std::isnan(facts[2].density));
  EXPECT_TRUE(std::isnan(facts[2].mean_confidence));
}

TEST(CommunityFacts, NameTheHubsOfACloseKnitCommunityAndTheNodesBelowItsMean) {
  const auto facts = community_facts(toy(), {{0, 0, 0, 0, 1, 1, 2}, 3},
                                     sure({0.5, 0.9, 0.7, 0.3, 1.0, 0.5, std::nan("")}), RunContext());
  EXPECT_EQ(facts[0].central_by, CentralBy::edges);
  EXPECT_THAT(facts[0].central, ElementsAre("a", "b", "c", "d"));  // ties to the lower node
  EXPECT_THAT(facts[0].doubtful, ElementsAre("d", "a"));
  EXPECT_THAT(facts[1].doubtful, ElementsAre("f"));
  EXPECT_THAT(facts[2].central, IsEmpty()) << "no edge and no confidence to go by";
  EXPECT_THAT(facts[2].doubtful, IsEmpty());
}

// Both communities of a two-coloured path have no edge inside.
TEST(CommunityFacts, NameTheSurestNodesIfMembersAvoidEachOther) {
  Dataset data;
  data.input.graph = testing::path_graph(4);
  const auto facts = community_facts(data, {{0, 1, 0, 1}, 2}, sure({0.4, 0.8, 0.9, 0.8}), RunContext());
  EXPECT_EQ(facts[0].central_by, CentralBy::confidence);
  EXPECT_THAT(facts[0].central, ElementsAre("2", "0"));
  EXPECT_THAT(facts[0].doubtful, ElementsAre("0"));
  EXPECT_THAT(facts[1].doubtful, IsEmpty()) << "all alike";
}

TEST(CommunityFacts, CallNoNodeDoubtfulThatIsNearlySure) {
  Dataset data;
  data.input.graph = testing::complete_graph(3);
  const auto facts = community_facts(data, {{0, 0, 0}, 1}, sure({0.95, 0.9999, 1.0}), RunContext());
  EXPECT_THAT(facts[0].doubtful, IsEmpty());
}

TEST(CommunityFacts, ListAtMostFive) {
  Dataset data;
  data.input.graph = testing::complete_graph(12);
  std::vector<double> own(12);
  for (std::size_t v = 0; v < 12; ++v) own[v] = static_cast<double>(v) / 12.0;
  const auto facts = community_facts(data, {std::vector<std::int32_t>(12, 0), 1}, sure(own), RunContext());
  EXPECT_THAT(facts[0].central, ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_THAT(facts[0].doubtful, ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_DOUBLE_EQ(facts[0].density, 1.0);
}

TEST(CommunityFacts, CountOrderedPairsOfADirectedGraph) {
  Dataset data;
  data.input.graph = testing::graph_of(3, {{0, 1}, {1, 0}, {1, 2}}, {.directed = true});
  EXPECT_DOUBLE_EQ(community_facts(data, {{0, 0, 0}, 1}, sure({1, 1, 1}), RunContext())[0].density, 0.5);
}

TEST(CommunityFacts, BearASingleNode) {
  Dataset data;
  data.input.graph = testing::graph_of(1, {});
  const auto facts = community_facts(data, {{0}, 1}, sure({1.0}), RunContext());
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].size, 1u);
  EXPECT_THAT(facts[0].central, ElementsAre("0"));
  EXPECT_THAT(facts[0].set_apart, IsEmpty());
}

}  // namespace
}  // namespace cgsd
