#include "cgsd/metrics/accuracy.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_classes.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::random_classes;
using Classes = std::vector<std::int32_t>;

TEST(Accuracy, IsOneForTheSamePartitionUnderOtherNames) {
  const auto table = contingency(Classes{0, 0, 1, 1, 2}, Classes{7, 7, 3, 3, 5});
  EXPECT_DOUBLE_EQ(accuracy(table), 1.0);
  EXPECT_DOUBLE_EQ(macro_f1(table), 1.0);
}

// The greedy choice takes the cell of 5 and ends at 5; the best is 4 + 4.
TEST(Accuracy, IsNotGreedy) {
  Classes truth(13, 0);
  Classes found(13, 0);
  for (std::size_t v = 5; v < 9; ++v) found[v] = 1;   // class 0, community 1: 4 nodes
  for (std::size_t v = 9; v < 13; ++v) truth[v] = 1;  // class 1, community 0: 4 nodes
  const auto table = contingency(truth, found);
  EXPECT_THAT(best_matching(table), ElementsAre(1, 0));
  EXPECT_DOUBLE_EQ(accuracy(table), 8.0 / 13.0);
  // Class 0 has 9 nodes, community 1 has 4; class 1 has 4, community 0 has 9: 8/13 each.
  EXPECT_DOUBLE_EQ(macro_f1(table), 8.0 / 13.0);
}

TEST(Accuracy, LeavesSurplusClassesWithoutAMatch) {
  // Classes of 3, 2 and 1 nodes; one community holds all.
  const auto table = contingency(Classes{0, 0, 0, 1, 1, 2}, Classes{0, 0, 0, 0, 0, 0});
  EXPECT_THAT(best_matching(table), ElementsAre(0, -1, -1));
  EXPECT_DOUBLE_EQ(accuracy(table), 0.5);
  EXPECT_DOUBLE_EQ(macro_f1(table), (2.0 * 3 / (3 + 6)) / 3) << "a class without a match counts as 0";
}

TEST(Accuracy, LeavesSurplusCommunitiesWithoutAMatch) {
  const auto table = contingency(Classes{0, 0, 0, 0, 0, 0}, Classes{0, 0, 0, 1, 1, 2});
  EXPECT_THAT(best_matching(table), ElementsAre(0));
  EXPECT_DOUBLE_EQ(accuracy(table), 0.5);
  EXPECT_DOUBLE_EQ(macro_f1(table), 2.0 * 3 / (6 + 3));
}

TEST(Accuracy, OfNoNodesIsOne) {
  EXPECT_EQ(accuracy(contingency(Classes{}, Classes{})), 1.0);
  EXPECT_EQ(macro_f1(contingency(Classes{}, Classes{})), 1.0);
}

// The slow twin: every way to give classes to communities.
TEST(Accuracy, IsTheBestOverAllMatchings) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Classes truth = random_classes(30, 3 + seed % 4, seed);
    const Classes found = random_classes(30, 3 + seed % 3, seed + 1000);
    std::vector<std::int32_t> names(6);
    std::iota(names.begin(), names.end(), 0);
    int best = 0;
    do {
      int right = 0;
      for (std::size_t v = 0; v < 30; ++v) right += names[static_cast<std::size_t>(found[v])] == truth[v] ? 1 : 0;
      best = std::max(best, right);
    } while (std::next_permutation(names.begin(), names.end()));
    EXPECT_DOUBLE_EQ(accuracy(contingency(truth, found)), best / 30.0) << seed;
  }
}

// The same with counts that differ much, so that rows are often given other columns than at first.
TEST(BestMatching, IsTheBestOverAllPermutationsOfUnevenTables) {
  constexpr std::uint32_t kClasses = 5;
  RandomSequence random{RandomStream(11)};
  for (int trial = 0; trial < 200; ++trial) {
    Classes truth;
    Classes found;
    std::array<std::array<std::uint64_t, kClasses>, kClasses> counts{};
    for (std::uint32_t i = 0; i < kClasses * kClasses; ++i) {
      counts.at(i / kClasses).at(i % kClasses) = 1 + random.below(100);
      truth.insert(truth.end(), counts.at(i / kClasses).at(i % kClasses), static_cast<std::int32_t>(i / kClasses));
      found.insert(found.end(), counts.at(i / kClasses).at(i % kClasses), static_cast<std::int32_t>(i % kClasses));
    }
    std::array<std::size_t, kClasses> columns{0, 1, 2, 3, 4};
    std::uint64_t best = 0;
    do {
      std::uint64_t right = 0;
      for (std::size_t i = 0; i < kClasses; ++i) right += counts.at(i).at(columns.at(i));
      best = std::max(best, right);
    } while (std::next_permutation(columns.begin(), columns.end()));
    EXPECT_DOUBLE_EQ(accuracy(contingency(truth, found)),
                     static_cast<double>(best) / static_cast<double>(truth.size()));
  }
}

TEST(BestMatching, GivesNoColumnTwice) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto table = contingency(random_classes(60, 9, seed), random_classes(60, 5, seed + 50));
    std::multiset<std::int64_t> columns;
    for (const std::int64_t column : best_matching(table)) columns.insert(column);
    EXPECT_EQ(columns.count(-1), table.row_sums.size() - table.column_sums.size());
    for (std::int64_t column = 0; column < static_cast<std::int64_t>(table.column_sums.size()); ++column) {
      EXPECT_EQ(columns.count(column), 1u);
    }
  }
}

}  // namespace
}  // namespace cgsd
