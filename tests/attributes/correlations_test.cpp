#include "cgsd/attributes/correlations.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

// Columns (1, 2, 3), (2, 4, 6) and (1, 0, 1): correlations 1, 0 and 0.
TEST(ColumnCorrelations, AreThoseOfEveryPairOnce) {
  EXPECT_NEAR(column_correlations(Matrix<float>(3, 3, {1, 2, 1, 2, 4, 0, 3, 6, 1}), RunContext()).squares, 1.0, 1e-12);
}

// (1, 0, 0) and (0, 1, 0): −½ each way round, squared ¼; any unit, any sign.
TEST(ColumnCorrelations, DoNotDependOnUnitOrSign) {
  EXPECT_NEAR(column_correlations(Matrix<float>(3, 2, {1, 0, 0, 1, 0, 0}), RunContext()).squares, 0.25, 1e-12);
  EXPECT_NEAR(column_correlations(Matrix<float>(3, 2, {-1e6F, 5, 0, 6, 0, 5}), RunContext()).squares, 0.25, 1e-9);
}

TEST(ColumnCorrelations, OfConstantColumnsAreNothing) {
  EXPECT_NEAR(column_correlations(Matrix<float>(3, 2, {1, 7, 2, 7, 3, 7}), RunContext()).least, 1.0, 1e-12);
  EXPECT_EQ(column_correlations(Matrix<float>(3, 2, {1, 7, 2, 7, 3, 7}), RunContext()).squares, 0.0);
  EXPECT_EQ(column_correlations(Matrix<float>(3, 1, {1, 2, 3}), RunContext()).squares, 0.0);
}

TEST(ColumnCorrelations, AreTheSameOfSparseAttributes) {
  const Matrix<float> dense(4, 3, {1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 0, 0});
  EXPECT_EQ(column_correlations(to_sparse(dense), RunContext()).squares,
            column_correlations(dense, RunContext()).squares);
  EXPECT_EQ(column_correlations(to_sparse(dense), RunContext()).least, column_correlations(dense, RunContext()).least);
}

// Correlations r = −½ and 0: eigenvalues 1 + r and 1 − r. Three columns that add up to 1: the lowest is 0.
TEST(ColumnCorrelations, TellIfColumnsNearlyAddUpToAConstant) {
  EXPECT_NEAR(column_correlations(Matrix<float>(3, 2, {1, 0, 0, 1, 0, 0}), RunContext()).least, 0.5, 1e-12);
  EXPECT_NEAR(column_correlations(Matrix<float>(3, 2, {1, 1, 2, 0, 3, 1}), RunContext()).least, 1.0, 1e-12);
  EXPECT_NEAR(column_correlations(Matrix<float>(4, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0}), RunContext()).least, 0.0,
              1e-12);
  EXPECT_EQ(column_correlations(Matrix<float>(3, 1, {1, 2, 3}), RunContext()).least, 1.0);
}

}  // namespace
}  // namespace cgsd
