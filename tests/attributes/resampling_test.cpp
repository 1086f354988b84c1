#include "cgsd/attributes/resampling.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// Column j of row i holds 10 i + j.
Matrix<float> numbered(std::size_t rows, std::size_t columns) {
  Matrix<float> out(rows, columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) out(i, j) = static_cast<float>(10 * i + j);
  return out;
}

std::vector<float> sorted_column(const Matrix<float>& m, std::size_t j) {
  std::vector<float> column;
  for (std::size_t i = 0; i < m.rows(); ++i) column.push_back(m(i, j));
  std::ranges::sort(column);
  return column;
}

TEST(ColumnsOf, TakesColumnsByHand) {
  const std::vector<std::size_t> drawn = {0, 2, 2};
  EXPECT_EQ(columns_of(numbered(2, 3), drawn), Attributes(Matrix<float>(2, 3, {0, 2, 2, 10, 12, 12})));
  SparseRows sparse;  // row 0: 5 in column 2; row 1: 6 in column 0, 7 in column 1, 8 in column 2
  sparse.cols = 3;
  sparse.offsets = {0, 1, 4};
  sparse.columns = {2, 0, 1, 2};
  sparse.values = {5, 6, 7, 8};
  SparseRows expected;
  expected.cols = 3;
  expected.offsets = {0, 2, 5};
  expected.columns = {1, 2, 0, 1, 2};
  expected.values = {5, 5, 6, 8, 8};
  EXPECT_EQ(columns_of(sparse, drawn), Attributes(expected));
}

TEST(RowsOf, TakesRowsByHand) {
  const std::vector<std::size_t> wanted = {2, 0};
  EXPECT_EQ(rows_of(numbered(3, 2), wanted), Attributes(Matrix<float>(2, 2, {20, 21, 0, 1})));
  SparseRows sparse;  // row 0: 5 in column 2; row 1: nothing; row 2: 6 in column 0, 7 in column 1
  sparse.cols = 3;
  sparse.offsets = {0, 1, 1, 3};
  sparse.columns = {2, 0, 1};
  sparse.values = {5, 6, 7};
  SparseRows expected;
  expected.cols = 3;
  expected.offsets = {0, 2, 3};
  expected.columns = {0, 1, 2};
  expected.values = {6, 7, 5};
  EXPECT_EQ(rows_of(sparse, wanted), Attributes(expected));
}

TEST(PermutedColumns, KeepsWhatEveryColumnHolds) {
  const Matrix<float> given = numbered(40, 5);
  const Matrix<float> made = permuted_columns(given, RandomStream(3), RunContext()).dense();
  ASSERT_EQ(made.rows(), 40u);
  for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(sorted_column(made, j), sorted_column(given, j)) << j;
}

TEST(PermutedColumns, GivesEveryColumnAnOrderOfItsOwn) {
  const Matrix<float> made = permuted_columns(numbered(40, 5), RandomStream(3), RunContext()).dense();
  std::set<std::vector<float>> orders;
  for (std::size_t j = 0; j < 5; ++j) {
    std::vector<float> order;
    for (std::size_t i = 0; i < 40; ++i) order.push_back(made(i, j) - static_cast<float>(j));
    orders.insert(order);
  }
  EXPECT_EQ(orders.size(), 5u);
}

TEST(PermutedColumns, KeepsSparseAttributesSparseAndInOrder) {
  Matrix<float> dense(30, 7);
  for (std::size_t i = 0; i < 30; ++i) dense(i, i % 6) = static_cast<float>(i + 1);  // column 6 stays empty
  for (std::size_t i = 0; i < 30; ++i) dense(i, 0) = static_cast<float>(i + 1);      // column 0 is full
  const Attributes made = permuted_columns(to_sparse(dense), RandomStream(5), RunContext());
  ASSERT_TRUE(made.is_sparse());
  const SparseRows& rows = made.sparse();
  ASSERT_EQ(rows.rows(), 30u);
  for (std::size_t i = 0; i < rows.rows(); ++i)
    for (std::uint64_t p = rows.offsets[i] + 1; p < rows.offsets[i + 1]; ++p)
      EXPECT_LT(rows.columns[p - 1], rows.columns[p]);
  const Matrix<float> shown = to_dense(rows);
  for (std::size_t j = 0; j < 7; ++j) EXPECT_EQ(sorted_column(shown, j), sorted_column(dense, j)) << j;
  EXPECT_FALSE(shown == dense);
}

}  // namespace
}  // namespace cgsd
