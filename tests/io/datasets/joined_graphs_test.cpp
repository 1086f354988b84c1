#include "cgsd/io/datasets/joined_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

GraphLayer layer(const char* file, EntryList list, const std::vector<std::string>& names = {}) {
  GraphContents contents;
  contents.list = std::move(list);
  contents.names = NodeNames(names);
  return {file, std::move(contents)};
}

std::vector<double> weights_of(const Graph& graph) { return {graph.weights().begin(), graph.weights().end()}; }
std::vector<NodeId> targets_of(const Graph& graph) { return {graph.targets().begin(), graph.targets().end()}; }

TEST(JoinedGraphs, AddTheWeightsOfSharedEdgesWhateverTheirDirection) {
  const JoinedGraphs joined = join_graphs({layer("a.csv", {.nodes = 2, .entries = {{0, 1}}, .weights = {2.0}}),
                                           layer("b.csv", {.nodes = 3, .entries = {{1, 0}, {1, 2}}, .weights = {}})},
                                          {}, RunContext());
  EXPECT_THAT(targets_of(joined.built.graph), ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(weights_of(joined.built.graph), ElementsAre(3.0, 3.0, 1.0, 1.0));
  EXPECT_TRUE(joined.contents.names.none());
  EXPECT_THAT(joined.contents.account, ElementsAre("2 files joined (a.csv: 1 edges, b.csv: 2 edges); 1 edges are in "
                                                   "several, their weights added"));
  EXPECT_EQ(joined.built.report.entries_read, 3U);
  EXPECT_EQ(joined.built.report.repeats_merged, 1U);
}

TEST(JoinedGraphs, KnowNodesByName) {
  const JoinedGraphs joined =
      join_graphs({layer("a.csv", {.nodes = 2, .entries = {{0, 1}}, .weights = {}}, {"Ann", "Bob"}),
                   layer("b.csv", {.nodes = 2, .entries = {{0, 1}}, .weights = {}}, {"Eve", "Ann"})},
                  {}, RunContext());
  ASSERT_EQ(joined.contents.names.size(), 3U);
  EXPECT_EQ(joined.contents.names.name(2), "Eve");
  EXPECT_THAT(targets_of(joined.built.graph), ElementsAre(1, 2, 0, 0));
  EXPECT_FALSE(joined.built.graph.weighted()) << "no weights, and no edge twice";
}

TEST(JoinedGraphs, TakeANumberForANameIfAnotherFileHasNames) {
  const JoinedGraphs joined =
      join_graphs({layer("a.csv", {.nodes = 2, .entries = {{0, 1}}, .weights = {}}),
                   layer("b.csv", {.nodes = 2, .entries = {{0, 1}}, .weights = {}}, {"1", "17"})},
                  {}, RunContext());
  EXPECT_EQ(joined.built.graph.nodes(), 3U);
  EXPECT_EQ(joined.contents.names.name(2), "17");
  EXPECT_EQ(joined.built.graph.degree(1), 2U);
}

TEST(JoinedGraphs, OfTheSameEdgesWithoutWeightsHaveThemAsCounts) {
  const EntryList list{.nodes = 3, .entries = {{0, 1}, {1, 2}}, .weights = {}};
  const EntryList part{.nodes = 2, .entries = {{1, 0}, {0, 1}}, .weights = {}};
  const JoinedGraphs joined = join_graphs({layer("a", list), layer("b", part)}, {}, RunContext());
  EXPECT_THAT(weights_of(joined.built.graph), ElementsAre(2.0, 2.0, 1.0, 1.0));
  EXPECT_EQ(joined.built.report.directions_joined, 1U);
  const JoinedGraphs binary = join_graphs({layer("a", list), layer("b", part)}, {.binary = true}, RunContext());
  EXPECT_FALSE(binary.built.graph.weighted());
}

TEST(JoinedGraphs, MayNotAddNodesToAFileThatDescribesItsOwn) {
  GraphLayer first = layer("a.npz", {.nodes = 2, .entries = {{0, 1}}, .weights = {}});
  first.contents.labels.class_of = {0, 1};
  const GraphLayer second = layer("b.csv", {.nodes = 4, .entries = {{2, 3}}, .weights = {}});
  EXPECT_THAT(testing::error_text<ParseError>([&] {
                join_graphs({first, second}, {}, RunContext());
              }),
              HasSubstr("b.csv: 2 nodes are not in a.npz"));
}

}  // namespace
}  // namespace cgsd
