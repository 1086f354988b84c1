#include "cgsd/matrix/columns.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

Matrix<float> two_rows() { return {2, 3, {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}}; }

TEST(Columns, OfAMatrixInTheOrderAskedFor) {
  const Matrix<float> chosen = columns_of(two_rows(), std::vector<std::size_t>{2, 0}, RunContext());
  EXPECT_EQ(chosen, (Matrix<float>{2, 2, {3.0f, 1.0f, 6.0f, 4.0f}}));
  EXPECT_EQ(columns_of(two_rows(), {}, RunContext()).cols(), 0u);
}

TEST(Columns, AreShiftedThenScaled) {
  Matrix<float> m = two_rows();
  shift_and_scale(m, std::vector{1.0, 0.0, -1.0}, std::vector{2.0, 10.0, 0.5}, RunContext());
  EXPECT_EQ(m, (Matrix<float>{2, 3, {0.0f, 20.0f, 2.0f, 6.0f, 50.0f, 3.5f}}));
  shift_and_scale(m, {}, std::vector{1.0, 0.1, 2.0}, RunContext());
  EXPECT_EQ(m, (Matrix<float>{2, 3, {0.0f, 2.0f, 4.0f, 6.0f, 5.0f, 7.0f}}));
}

}  // namespace
}  // namespace cgsd
