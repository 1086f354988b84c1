#include "cgsd/neighbours/cosine_neighbours.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/attributed_toys.hpp"
#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

// The slow twin: cosines of all pairs, sorted.
void expect_like_sorting(const Matrix<float>& rows, std::int32_t neighbours) {
  const KnnLists lists = cosine_neighbours(Attributes(rows), {.neighbours = neighbours}, RunContext());
  ASSERT_EQ(lists.ids.cols(), static_cast<std::size_t>(neighbours));
  const auto product = [&](std::size_t u, std::size_t v) {
    double sum = 0.0;
    for (std::size_t j = 0; j < rows.cols(); ++j) sum += double(rows(u, j)) * double(rows(v, j));
    return sum;
  };
  for (std::size_t u = 0; u < rows.rows(); ++u) {
    std::vector<double> cosines;
    for (std::size_t v = 0; v < rows.rows(); ++v) {
      if (v != u) cosines.push_back(product(u, v) / std::sqrt(product(u, u) * product(v, v)));
    }
    std::sort(cosines.begin(), cosines.end(), std::greater<>());
    for (std::size_t j = 0; j < lists.ids.cols(); ++j) {
      const std::size_t v = lists.ids(u, j);
      EXPECT_NE(v, u);
      EXPECT_NEAR(product(u, v) / std::sqrt(product(u, u) * product(v, v)), cosines[j], 1e-6);
      EXPECT_NEAR(lists.distances(u, j), std::sqrt(2.0 - 2.0 * cosines[j]), 1e-3);
    }
  }
}

Matrix<float> sparse_rows(std::size_t rows, std::uint64_t seed, bool signs) {
  Matrix<float> x(rows, 80);
  RandomSequence random{RandomStream(seed)};
  for (std::size_t i = 0; i < rows; ++i) {
    for (int word = 0; word < 6; ++word)
      x(i, random.below(80)) = static_cast<float>(0.5 + random.uniform()) * (signs && word % 2 == 0 ? -1.0f : 1.0f);
  }
  return x;
}

TEST(CosineNeighbours, FindWhatSortingAllPairsFinds) {
  expect_like_sorting(sparse_rows(120, 1, false), 10);
  expect_like_sorting(sparse_rows(120, 2, true), 10);
  expect_like_sorting(sparse_rows(20, 3, true), 19);  // all others, cosines below 0 included
  expect_like_sorting(testing::random_matrix<float>(80, 9, 4), 5);
}

// Word 0 is said by rows 0, 1, 2 and 4; of rows that share nothing with row 3 the lowest come first.
TEST(CosineNeighbours, BreakTiesByLowerNodeId) {
  Matrix<float> words(6, 12);
  for (const std::size_t i : {0, 1, 2, 4}) words(i, 0) = static_cast<float>(1 + i);
  words(3, 5) = 1.0f;
  words(5, 7) = 1.0f;
  const KnnLists lists = cosine_neighbours(Attributes(words), {.neighbours = 3}, RunContext());
  EXPECT_THAT(lists.ids.row(0), ElementsAre(1, 2, 4));
  EXPECT_THAT(lists.ids.row(2), ElementsAre(0, 1, 4));
  EXPECT_THAT(lists.ids.row(3), ElementsAre(0, 1, 2));
}

// At Euclidean distance 1 from every row of length 1, rows of zeros would be nearer to most rows than any other is.
TEST(CosineNeighbours, DoNotTakeRowsOfZerosForNearToAll) {
  for (const std::size_t cols : {2, 20}) {  // dense, sparse
    Matrix<float> rows(6, cols);
    rows(0, 0) = rows(3, 1) = 1.0f;
    rows(1, 0) = rows(4, 1) = 1.0f;
    rows(1, 1) = rows(4, 0) = 0.9f;
    const KnnLists lists = cosine_neighbours(Attributes(rows), {.neighbours = 1}, RunContext());
    EXPECT_THAT(lists.ids.values(), ElementsAre(1, 4, 5, 4, 1, 2)) << cols;  // 2 and 5 are the rows of zeros
  }
}

TEST(CosineNeighbours, DoNotDependOnTheFormOfTheAttributes) {
  for (const Matrix<float>& rows : {sparse_rows(100, 5, false), testing::random_matrix<float>(60, 7, 6)}) {
    const KnnLists given = cosine_neighbours(Attributes(rows), {}, RunContext());
    const KnnLists other = cosine_neighbours(Attributes(to_sparse(rows)), {}, RunContext());
    EXPECT_EQ(given.ids, other.ids);
    EXPECT_EQ(given.distances, other.distances);
  }
}

TEST(CosineNeighbours, TakeAllOthersWhereThereAreFew) {
  EXPECT_EQ(cosine_neighbours(Attributes(sparse_rows(3, 7, false)), {}, RunContext()).ids.cols(), 2u);
  EXPECT_EQ(cosine_neighbours(Attributes(sparse_rows(1, 7, false)), {}, RunContext()).ids.cols(), 0u);
  EXPECT_THROW(cosine_neighbours(Attributes(sparse_rows(3, 7, false)), {.neighbours = -1}, RunContext()),
               InvalidArgument);
}

TEST(CosineNeighbours, GiveTheSameBitsAtAnyThreadCount) {
  const Attributes attributes(sparse_rows(2000, 8, true));
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return cosine_neighbours(attributes, {}, run).ids; });
}

}  // namespace
}  // namespace cgsd
