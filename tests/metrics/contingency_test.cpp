#include "cgsd/metrics/contingency.hpp"

#include <array>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {

bool operator==(const Contingency::Cell& a, const Contingency::Cell& b) {
  return a.row == b.row && a.column == b.column && a.count == b.count;
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Classes = std::vector<std::int32_t>;
using Cell = Contingency::Cell;

TEST(Contingency, CountsSharedNodesByRowThenColumn) {
  const Contingency table = contingency(Classes{1, 0, 1, 1, 0}, Classes{0, 2, 1, 0, 2});
  EXPECT_THAT(table.cells, ElementsAre(Cell{0, 2, 2}, Cell{1, 0, 2}, Cell{1, 1, 1}));
  EXPECT_THAT(table.row_sums, ElementsAre(2, 3));
  EXPECT_THAT(table.column_sums, ElementsAre(2, 1, 2));
  EXPECT_EQ(table.total, 5u);
}

TEST(Contingency, DropsEmptyClassesAndKeepsTheirOrder) {
  const Contingency table = contingency(Classes{900, 7, 900}, Classes{0, 2'000'000'000, 0});
  EXPECT_THAT(table.cells, ElementsAre(Cell{0, 1, 1}, Cell{1, 0, 2}));
  EXPECT_THAT(table.row_sums, ElementsAre(1, 2));
  EXPECT_THAT(table.column_sums, ElementsAre(2, 1));
}

TEST(Contingency, LeavesOutNodesWithoutAClassInEither) {
  const Contingency table = contingency(Classes{0, -1, 0, 1}, Classes{3, 3, -1, 4});
  EXPECT_THAT(table.cells, ElementsAre(Cell{0, 0, 1}, Cell{1, 1, 1}));
  EXPECT_EQ(table.total, 2u);
}

// A class all of whose nodes are unlabelled in the other partition is empty: it must not leave a row of zeros.
TEST(Contingency, DropsAClassThatIsLeftWithoutNodes) {
  const Contingency table = contingency(Classes{0, 1, 2}, Classes{0, -1, 1});
  EXPECT_THAT(table.row_sums, ElementsAre(1, 1));
}

TEST(Contingency, OfNothingIsEmpty) {
  for (const Contingency& table : {contingency(Classes{}, Classes{}), contingency(Classes{-1}, Classes{0})}) {
    EXPECT_THAT(table.cells, IsEmpty());
    EXPECT_THAT(table.row_sums, IsEmpty());
    EXPECT_THAT(table.column_sums, IsEmpty());
    EXPECT_EQ(table.total, 0u);
  }
}

TEST(Contingency, RefusesPartitionsOfDifferentNodes) {
  EXPECT_EQ(testing::error_text<InvalidArgument>([] {
              contingency(Classes{0}, Classes{0, 1});
            }),
            "partitions of 1 and 2 nodes cannot be compared");
}

// The rank of every class among those that occur.
std::map<int, std::uint32_t> ranks_of(const std::map<std::pair<int, int>, std::uint64_t>& pairs, bool of_rows) {
  std::map<int, std::uint32_t> ranks;
  for (const auto& [pair, count] : pairs) ranks[of_rows ? pair.first : pair.second] = 0;
  std::uint32_t next = 0;
  for (auto& [name, rank] : ranks) rank = next++;
  return ranks;
}

// The slow twin: a map from pairs of classes. Few classes are counted in a table, many as sorted pairs; numbers far above
// that of the nodes are looked up.
TEST(Contingency, AgreesWithAMapOfPairs) {
  for (const auto& [rows, columns, factor] : {std::array{8, 6, 1}, std::array{60, 70, 1}, std::array{8, 6, 1000}}) {
    RandomSequence random{RandomStream(4)};
    Classes truth(500);
    Classes found(500);
    std::map<std::pair<int, int>, std::uint64_t> pairs;
    for (std::size_t v = 0; v < 500; ++v) {
      truth[v] = (static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(rows))) - 1) * factor;
      found[v] = (static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(columns))) - 1) * factor;
      if (truth[v] >= 0 && found[v] >= 0) ++pairs[{truth[v], found[v]}];
    }
    auto row_of = ranks_of(pairs, true);
    auto column_of = ranks_of(pairs, false);
    const Contingency table = contingency(truth, found);
    ASSERT_EQ(table.cells.size(), pairs.size());
    std::size_t i = 0;
    for (const auto& [pair, count] : pairs)
      EXPECT_EQ(table.cells[i++], (Cell{row_of.at(pair.first), column_of.at(pair.second), count}));
  }
}

}  // namespace
}  // namespace cgsd
