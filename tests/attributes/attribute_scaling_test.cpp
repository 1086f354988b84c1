#include "cgsd/attributes/attribute_scaling.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;

Matrix<float> scaled_dense(const Matrix<float>& rows, AttributeScaling scaling) {
  return dense_copy(scaled_attributes(Attributes(rows), scaling, RunContext()));
}

TEST(AttributeScaling, ScalesRowsByHandAndLeavesZeroRowsAlone) {
  const Matrix<float> rows(3, 2, {3.0f, -4.0f, 0.0f, 0.0f, 0.0f, 2.0f});
  EXPECT_THAT(scaled_dense(rows, AttributeScaling::raw).values(), ElementsAre(3.0f, -4.0f, 0.0f, 0.0f, 0.0f, 2.0f));
  EXPECT_THAT(scaled_dense(rows, AttributeScaling::row_sum).values(),
              ElementsAre(FloatEq(3.0f / 7.0f), FloatEq(-4.0f / 7.0f), 0.0f, 0.0f, 0.0f, 1.0f));
  EXPECT_THAT(scaled_dense(rows, AttributeScaling::row_length).values(),
              ElementsAre(0.6f, -0.8f, 0.0f, 0.0f, 0.0f, 1.0f));
}

// Column 0: mean 2, variance ((−1)² + (−1)² + 2²) / 3 = 2. Column 1 is constant.
TEST(AttributeScaling, StandardisesColumnsByHandAndEmptiesConstantOnes) {
  const auto root = static_cast<float>(std::sqrt(2.0));
  const Matrix<float> rows(3, 2, {1.0f, 0.1f, 1.0f, 0.1f, 4.0f, 0.1f});
  EXPECT_THAT(scaled_dense(rows, AttributeScaling::z_score).values(),
              ElementsAre(FloatEq(-1.0f / root), 0.0f, FloatEq(-1.0f / root), 0.0f, FloatEq(2.0f / root), 0.0f));
}

// Column 0 stands in both rows: weight log(3 / 3) + 1 = 1. Column 1 in one: log(3 / 2) + 1.
TEST(AttributeScaling, WeighsWordsByTheirRarityByHand) {
  const double rare = std::log(1.5) + 1.0;
  const double length = std::hypot(3.0, 2.0 * rare);
  const Matrix<float> rows(2, 2, {3.0f, 2.0f, 5.0f, 0.0f});
  EXPECT_THAT(scaled_dense(rows, AttributeScaling::tf_idf).values(),
              ElementsAre(FloatEq(static_cast<float>(3.0 / length)), FloatEq(static_cast<float>(2.0 * rare / length)),
                          1.0f, 0.0f));
}

Matrix<float> mostly_zeros() {
  Matrix<float> rows(40, 30);
  RandomSequence random{RandomStream(5)};
  for (float& x : rows.values()) x = random.uniform() < 0.1 ? static_cast<float>(1.0 + random.uniform()) : 0.0f;
  return rows;
}

TEST(AttributeScaling, TakesTheSmallerFormWhateverTheDataCameIn) {
  const Matrix<float> few = mostly_zeros();
  const Matrix<float> many = testing::random_matrix<float>(40, 30, 1);
  for (const auto scaling : {AttributeScaling::raw, AttributeScaling::row_sum, AttributeScaling::row_length,
                             AttributeScaling::tf_idf, AttributeScaling::z_score}) {
    const Attributes sparse = scaled_attributes(Attributes(few), scaling, RunContext());
    EXPECT_TRUE(sparse.is_sparse());
    EXPECT_EQ(sparse, scaled_attributes(Attributes(to_sparse(few)), scaling, RunContext()));
    const Attributes dense = scaled_attributes(Attributes(many), scaling, RunContext());
    EXPECT_FALSE(dense.is_sparse());
    EXPECT_EQ(dense, scaled_attributes(Attributes(to_sparse(many)), scaling, RunContext()));
  }
}

// The slow twin: differences of two rows after (x − mean) / deviation, written out.
TEST(AttributeScaling, KeepsTheDifferencesOfStandardisedSparseRows) {
  const Matrix<float> rows = mostly_zeros();
  const Matrix<float> scaled = scaled_dense(rows, AttributeScaling::z_score);
  for (std::size_t j = 0; j < rows.cols(); ++j) {
    double mean = 0.0;
    double variance = 0.0;
    for (std::size_t i = 0; i < 40; ++i) mean += static_cast<double>(rows(i, j)) / 40.0;
    for (std::size_t i = 0; i < 40; ++i) variance += std::pow(static_cast<double>(rows(i, j)) - mean, 2) / 40.0;
    for (std::size_t i = 1; i < 40; ++i) {
      const double expected = static_cast<double>(rows(i, j) - rows(0, j)) / std::sqrt(variance);
      EXPECT_NEAR(static_cast<double>(scaled(i, j) - scaled(0, j)), variance > 0.0 ? expected : 0.0, 1e-5);
    }
  }
}

TEST(AttributeScaling, GivesTheSameBitsAtAnyThreadCount) {
  Matrix<float> rows = testing::random_matrix<float>(3000, 7, 2);
  for (const auto scaling : {AttributeScaling::row_sum, AttributeScaling::row_length}) {
    testing::expect_same_bits_at_any_thread_count(
        [&](const RunContext& run) { return dense_copy(scaled_attributes(Attributes(rows), scaling, run)); });
  }
}

}  // namespace
}  // namespace cgsd
