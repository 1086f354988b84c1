#include "cgsd/matrix/csr.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// 0 5 0
// 0 0 0
// 2 0 7
// 0 1 0
Csr<double> four_by_three() { return {4, 3, {0, 1, 1, 3, 4}, {1, 0, 2, 1}, {5, 2, 7, 1}}; }

TEST(Csr, IsTransposedByHand) {
  const Csr<double> t = transposed(four_by_three());
  EXPECT_EQ(t.rows, 3u);
  EXPECT_EQ(t.cols, 4u);
  EXPECT_THAT(t.offsets, ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(t.columns, ElementsAre(2, 0, 3, 2));
  EXPECT_THAT(t.values, ElementsAre(2, 5, 1, 7));
}

TEST(Csr, TransposedTwiceIsItself) {
  Csr<float> m{30, 20, {0}, {}, {}};
  RandomSequence random{RandomStream(1)};
  for (int i = 0; i < 30; ++i) {
    for (std::uint32_t j = 0; j < 20; ++j) {
      if (random.uniform() > 0.2) continue;
      m.columns.push_back(j);
      m.values.push_back(static_cast<float>(random.normal()));
    }
    m.offsets.push_back(m.columns.size());
  }
  const Csr<float> back = transposed(transposed(m));
  EXPECT_EQ(back.rows, m.rows);
  EXPECT_EQ(back.cols, m.cols);
  EXPECT_EQ(back.offsets, m.offsets);
  EXPECT_EQ(back.columns, m.columns);
  EXPECT_EQ(back.values, m.values);
}

TEST(Csr, WithoutEntriesHasATransposeOfItsShape) {
  const Csr<double> t = transposed(Csr<double>{2, 3, {0, 0, 0}, {}, {}});
  EXPECT_EQ(t.rows, 3u);
  EXPECT_THAT(t.offsets, ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(t.columns, IsEmpty());
}

TEST(Csr, ComesWithItsTranspose) {
  const SparseMatrix<double> both(four_by_three());
  EXPECT_EQ(both.rows.values, four_by_three().values);
  EXPECT_EQ(both.columns.values, transposed(four_by_three()).values);
}

TEST(Csr, HoldsAttributesAsTheyAre) {
  const SparseRows rows{.cols = 3, .offsets = {0, 1, 1, 3}, .columns = {1, 0, 2}, .values = {5.0f, 0.1f, 7.0f}};
  const Csr<double> csr = to_csr<double>(rows);
  EXPECT_EQ(csr.rows, 3u);
  EXPECT_EQ(csr.cols, 3u);
  EXPECT_EQ(csr.offsets, rows.offsets);
  EXPECT_EQ(csr.columns, rows.columns);
  EXPECT_THAT(csr.values, ElementsAre(5.0, static_cast<double>(0.1f), 7.0));
}

TEST(Csr, TakesOneValuePerEntryOfAGraph) {
  const Csr<double> csr = to_csr<double>(testing::path_graph(3), {1.5, -2.5, 3.5, 4.5});
  EXPECT_EQ(csr.rows, 3u);
  EXPECT_EQ(csr.cols, 3u);
  EXPECT_THAT(csr.offsets, ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(csr.columns, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(csr.values, ElementsAre(1.5, -2.5, 3.5, 4.5));
}

// Negative ones too; what is nothing for a float may be something for a double.
TEST(Csr, LeavesOutWhatVanishesNextToOne) {
  const std::vector<double> values = {1e-31, -1e-31, 1e-29, -1e-301};
  const Csr<float> single = to_csr<float>(testing::path_graph(3), values);
  EXPECT_THAT(single.offsets, ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(single.columns, ElementsAre(2));
  const Csr<double> twice = to_csr<double>(testing::path_graph(3), values);
  EXPECT_THAT(twice.columns, ElementsAre(1, 0, 2));
}

}  // namespace
}  // namespace cgsd
