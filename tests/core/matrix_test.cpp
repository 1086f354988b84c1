#include "cgsd/core/matrix.hpp"

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;

static_assert(std::is_trivially_copyable_v<MatrixView<float>>);
static_assert(std::is_convertible_v<const Matrix<float>&, MatrixView<float>>);
static_assert(!std::is_convertible_v<MatrixView<float>, Matrix<float>>, "a copy is asked for by name");

TEST(MatrixView, ReadsTheCallersNumbersRowByRow) {
  std::array<double, 6> numbers = {1, 2, 3, 4, 5, 6};
  const MatrixView<double> view(2, 3, numbers);
  EXPECT_EQ(view.rows(), 2u);
  EXPECT_EQ(view.cols(), 3u);
  EXPECT_EQ(view(1, 0), 4.0);
  EXPECT_THAT(view.row(0), ElementsAre(1, 2, 3));
  EXPECT_THAT(view.row(1), ElementsAre(4, 5, 6));
  EXPECT_THAT(view.values(), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(MatrixView, CopiesNothing) {
  std::array<float, 2> numbers = {1, 2};
  const MatrixView<float> view(1, 2, numbers);
  EXPECT_EQ(view.data(), numbers.data());
  numbers[1] = 7;
  EXPECT_EQ(view(0, 1), 7.0f);
}

TEST(MatrixView, OfAMatrixShowsTheMatrix) {
  const Matrix<float> matrix(3, 2, {1, 2, 3, 4, 5, 6});
  const MatrixView<float> view = matrix;
  EXPECT_EQ(view.rows(), matrix.rows());
  EXPECT_EQ(view.cols(), matrix.cols());
  EXPECT_EQ(view.data(), matrix.data());
  EXPECT_EQ(&view(2, 1), &matrix(2, 1));
}

TEST(MatrixView, IsEmptyUnlessToldOtherwise) {
  EXPECT_EQ(MatrixView<float>().rows(), 0u);
  EXPECT_TRUE(MatrixView<float>().values().empty());
  const Matrix<float> no_columns(4, 0);
  EXPECT_EQ(MatrixView<float>(no_columns).rows(), 4u);
  EXPECT_TRUE(MatrixView<float>(no_columns).row(3).empty());
}

TEST(Matrix, OfAViewIsACopy) {
  std::array<float, 4> numbers = {1, 2, 3, 4};
  const Matrix<float> copy(MatrixView<float>(2, 2, numbers));
  numbers[0] = 9;
  EXPECT_EQ(copy, Matrix<float>(2, 2, {1, 2, 3, 4}));
}

bool at_a_cache_line(const Matrix<float>& m) { return reinterpret_cast<std::uintptr_t>(m.data()) % 64 == 0; }

TEST(Matrix, BeginsAtACacheLineIfItIsLarge) {
  Matrix<float> large(70'000, 16);
  for (std::size_t i = 0; i < large.rows(); ++i) large(i, i % 16) = static_cast<float>(i);
  EXPECT_TRUE(at_a_cache_line(large));
  Matrix<float> copy = large;
  EXPECT_TRUE(at_a_cache_line(copy));
  EXPECT_EQ(copy, large);
  EXPECT_EQ(copy.values().size(), 70'000U * 16U);
  const Matrix<float> moved = std::move(copy);
  EXPECT_TRUE(at_a_cache_line(moved));
  EXPECT_EQ(moved, large);
  copy = Matrix<float>(2, 2, {1, 2, 3, 4});
  copy = moved;
  EXPECT_TRUE(at_a_cache_line(copy));
  EXPECT_EQ(copy, large);
  copy = Matrix<float>(70'000, 16);
  EXPECT_NE(copy, large);
  copy = large;
  EXPECT_EQ(copy, large);
}

TEST(Matrix, IsAssignedToItselfUnchanged) {
  Matrix<double> m(2, 2, {1, 2, 3, 4});
  const Matrix<double>& same = m;
  m = same;
  EXPECT_EQ(m, Matrix<double>(2, 2, {1, 2, 3, 4}));
  EXPECT_NE(m, Matrix<double>(1, 4, {1, 2, 3, 4})) << "the same numbers in another shape";
}

}  // namespace
}  // namespace cgsd
