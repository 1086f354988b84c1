#include "cgsd/nn/entry_pattern.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(EntryPattern, KnowsTheRowAndTheColumnOfEveryEntry) {
  const EntryPattern pattern({0, 2, 2, 5}, {1, 3, 0, 1, 3}, 4);
  EXPECT_EQ(pattern.rows(), 3u);
  EXPECT_EQ(pattern.cols(), 4u);
  EXPECT_EQ(pattern.entries(), 5u);
  EXPECT_THAT(pattern.row_of, ElementsAre(0, 0, 2, 2, 2));
  EXPECT_THAT(pattern.column.rows, ElementsAre(1, 3, 0, 1, 3));
}

TEST(EntryPattern, ListsTheEntriesOfEveryColumn) {
  const EntryPattern pattern({0, 2, 2, 5}, {1, 3, 0, 1, 3}, 4);
  EXPECT_THAT(pattern.column.offsets, ElementsAre(0, 1, 3, 3, 5));
  EXPECT_THAT(pattern.column.positions, ElementsAre(2, 0, 3, 1, 4));
}

TEST(EntryPattern, IsTheGraphWithoutLoops) {
  const EntryPattern pattern = entry_pattern(testing::star_graph(2), false);  // 0 – 1, 0 – 2
  EXPECT_THAT(pattern.offsets, ElementsAre(0, 2, 3, 4));
  EXPECT_THAT(pattern.column.rows, ElementsAre(1, 2, 0, 0));
  EXPECT_EQ(pattern.cols(), 3u);
}

TEST(EntryPattern, PutsEachLoopInItsPlaceInTheRow) {
  // Node 1 of the path has neighbours on both sides of itself, node 3 none at all.
  const EntryPattern pattern = entry_pattern(testing::graph_of(4, {{0, 1}, {1, 2}}), true);
  EXPECT_THAT(pattern.offsets, ElementsAre(0, 2, 5, 7, 8));
  EXPECT_THAT(pattern.column.rows, ElementsAre(0, 1, 0, 1, 2, 1, 2, 3));
}

TEST(EntryPattern, AddsNoLoopWhereThereIsOne) {
  const Graph directed = testing::graph_of(2, {{0, 0}, {0, 1}, {1, 0}}, {.directed = true});
  const EntryPattern pattern = entry_pattern(directed, true);
  EXPECT_THAT(pattern.offsets, ElementsAre(0, 2, 4));
  EXPECT_THAT(pattern.column.rows, ElementsAre(0, 1, 0, 1));
}

TEST(EntryPattern, OfNoNodesHasNoEntries) {
  const EntryPattern pattern = entry_pattern(Graph(), true);
  EXPECT_EQ(pattern.rows(), 0u);
  EXPECT_EQ(pattern.entries(), 0u);
}

}  // namespace
}  // namespace cgsd
