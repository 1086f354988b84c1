#include "cgsd/rounding/row_scaling.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// The row (3, 4) has length 5.
TEST(RowScaling, DividesByNoneHalfOrAllOfTheLength) {
  const Matrix<float> rows(2, 2, {3.0f, 4.0f, 0.0f, 0.0f});
  const auto first = [&](RowScaling scaling) { return scaled_rows(rows, scaling, RunContext()); };
  EXPECT_DOUBLE_EQ(first(RowScaling::as_is)(0, 1), 4.0);
  EXPECT_DOUBLE_EQ(first(RowScaling::half)(0, 1), 4.0 / std::sqrt(5.0));
  EXPECT_DOUBLE_EQ(first(RowScaling::unit)(0, 1), 0.8);
  for (const auto& entry : enum_names(RowScaling{})) EXPECT_EQ(first(entry.value)(1, 0), 0.0) << "a row of zeros stays";
}

}  // namespace
}  // namespace cgsd
