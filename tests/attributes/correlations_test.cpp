#include "cgsd/attributes/correlations.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// Columns (1, 2, 3), (2, 4, 6) and (1, 0, 1): correlations 1, 0 and 0.
TEST(SquaredCorrelations, AreThoseOfEveryPairOnce) {
  EXPECT_NEAR(squared_correlations(Matrix<float>(3, 3, {1, 2, 1, 2, 4, 0, 3, 6, 1})), 1.0, 1e-12);
}

// (1, 0, 0) and (0, 1, 0): −½ each way round, squared ¼; any unit, any sign.
TEST(SquaredCorrelations, DoNotDependOnUnitOrSign) {
  EXPECT_NEAR(squared_correlations(Matrix<float>(3, 2, {1, 0, 0, 1, 0, 0})), 0.25, 1e-12);
  EXPECT_NEAR(squared_correlations(Matrix<float>(3, 2, {-1e6F, 5, 0, 6, 0, 5})), 0.25, 1e-9);
}

TEST(SquaredCorrelations, OfConstantColumnsAreNothing) {
  EXPECT_EQ(squared_correlations(Matrix<float>(3, 2, {1, 7, 2, 7, 3, 7})), 0.0);
  EXPECT_EQ(squared_correlations(Matrix<float>(3, 1, {1, 2, 3})), 0.0);
}

TEST(SquaredCorrelations, AreTheSameOfSparseAttributes) {
  const Matrix<float> dense(4, 3, {1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 0, 0});
  EXPECT_EQ(squared_correlations(to_sparse(dense)), squared_correlations(dense));
}

}  // namespace
}  // namespace cgsd
