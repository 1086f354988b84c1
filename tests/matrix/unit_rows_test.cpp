#include "cgsd/matrix/unit_rows.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

TEST(UnitRows, HaveLengthOneUnlessTheyAreZero) {
  Matrix<float> rows(3, 2, {3.0F, -4.0F, 0.0F, 0.0F, 0.0F, 2e30F});
  scale_rows_to_unit_length(rows, RunContext());
  const Matrix<float> expected(3, 2, {0.6F, -0.8F, 0.0F, 0.0F, 0.0F, 1.0F});
  for (std::size_t i = 0; i < 6; ++i) EXPECT_FLOAT_EQ(rows.values()[i], expected.values()[i]);
}

TEST(UnitRows, AreThoseOfADivisionInEitherPrecision) {
  Matrix<float> rows(3, 2, {3.0F, -4.0F, 0.0F, 0.0F, 0.0F, 2e30F});
  divide_rows_by_length(rows, RunContext());
  EXPECT_EQ(rows, Matrix<float>(3, 2, {0.6F, -0.8F, 0.0F, 0.0F, 0.0F, 1.0F}));
  Matrix<double> wide(1, 3, {2.0, 3.0, -6.0});
  divide_rows_by_length(wide, RunContext());
  EXPECT_EQ(wide, Matrix<double>(1, 3, {2.0 / 7.0, 3.0 / 7.0, -6.0 / 7.0}));
  EXPECT_EQ(row_length<double>(std::vector<double>{2.0, 3.0, -6.0}), 7.0);
}

TEST(UnitRows, AreTheSameBitsAtAnyThreadCount) {
  const Matrix<float> rows = testing::random_matrix<float>(3000, 7, 2);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Matrix<float> copy = rows;
    scale_rows_to_unit_length(copy, run);
    return copy;
  });
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Matrix<float> copy = rows;
    divide_rows_by_length(copy, run);
    return copy;
  });
}

}  // namespace
}  // namespace cgsd
