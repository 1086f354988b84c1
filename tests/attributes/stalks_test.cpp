#include "cgsd/attributes/stalks.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Rows to_eigen(const Matrix<float>& m) {
  using Single = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Single>(m.data(), static_cast<Eigen::Index>(m.rows()), static_cast<Eigen::Index>(m.cols()))
      .cast<double>();
}

// Counts of words: about a tenth of them not 0; row 3 is empty.
Matrix<float> counts(std::size_t rows, std::size_t cols) {
  Matrix<float> x(rows, cols);
  RandomSequence random{RandomStream(4)};
  for (float& value : x.values()) value = random.uniform() < 0.1 ? static_cast<float>(1 + random.below(3)) : 0.0F;
  for (float& value : x.row(3)) value = 0.0F;
  return x;
}

// The definitions, dense and in double, from which all products of two rows follow: stalks are only known up to signs
// and order of columns, but their products are those of the rows they stand for.
Rows idf_rows(const Matrix<float>& x) {
  Rows w = to_eigen(x);
  const auto n = static_cast<double>((w.array() != 0.0).rowwise().any().count());
  for (Eigen::Index j = 0; j < w.cols(); ++j)
    w.col(j) *= std::log((1.0 + n) / (1.0 + static_cast<double>((w.col(j).array() != 0.0).count()))) + 1.0;
  Eigen::VectorXd used = Eigen::VectorXd::Zero(w.rows());
  for (Eigen::Index i = 0; i < w.rows(); ++i) {
    const double length = w.row(i).norm();
    if (length == 0.0) continue;
    w.row(i) /= length;
    used(i) = 1.0;
  }
  return w - used * (w.colwise().sum() / used.sum());
}

// Rows that are not empty, without their mean.
Rows centred_rows(const Matrix<float>& x) {
  const Rows w = to_eigen(x);
  const Eigen::VectorXd used = (w.array() != 0.0).rowwise().any().cast<double>();
  return w - used * (w.colwise().sum() / used.sum());
}

Rows z_rows(const Matrix<float>& x) {
  Rows w = centred_rows(x);
  const auto used = static_cast<double>((to_eigen(x).array() != 0.0).rowwise().any().count());
  for (Eigen::Index j = 0; j < w.cols(); ++j) {
    const double deviation = std::sqrt(w.col(j).squaredNorm() / used);
    w.col(j) *= deviation > 1e-9 ? 1.0 / deviation : 0.0;
  }
  return w;
}

void expect_same_products(const Matrix<float>& stalks, const Rows& definition, double tolerance) {
  const Rows z = to_eigen(stalks);
  EXPECT_LT((z * z.transpose() - definition * definition.transpose()).cwiseAbs().maxCoeff(), tolerance);
}

TEST(Stalks, AreTheRowsOfTheirMetric) {
  const Matrix<float> x = counts(60, 40);
  expect_same_products(make_stalks(x, StalkMetric::idf, {}, RunContext()).rows, idf_rows(x), 1e-5);
  expect_same_products(make_stalks(x, StalkMetric::z_score, {}, RunContext()).rows, z_rows(x), 2e-4);
  expect_same_products(make_stalks(x, StalkMetric::centred, {}, RunContext()).rows, centred_rows(x) / 3.0,
                       1e-5);  // 3: the largest
}

TEST(Stalks, OfAnEmptyRowAreZero) {
  for (const StalkMetric metric : {StalkMetric::idf, StalkMetric::z_score, StalkMetric::centred}) {
    const Stalks stalks = make_stalks(counts(60, 40), metric, {}, RunContext());
    for (const float x : stalks.rows.row(3)) EXPECT_EQ(x, 0.0F) << name_of(metric);
    for (const float x : map_rows(counts(60, 40), stalks.map, RunContext()).row(3))
      EXPECT_EQ(x, 0.0F) << name_of(metric);
  }
}

// Of few columns nothing but zeros may be what was measured.
TEST(Stalks, OfZerosInFewColumnsAreNot) {
  const Stalks stalks = make_stalks(counts(60, 10), StalkMetric::z_score, {}, RunContext());
  EXPECT_GT(to_eigen(stalks.rows).row(3).norm(), 0.1);
}

TEST(Stalks, AreTheSameForSparseAndDenseAttributesOnceTheseAreCompact) {
  for (const double share : {0.1, 0.6}) {
    Matrix<float> x(80, 30);
    RandomSequence random{RandomStream(9)};
    for (float& value : x.values()) value = random.uniform() < share ? static_cast<float>(random.normal()) : 0.0F;
    for (const StalkMetric metric : {StalkMetric::z_score, StalkMetric::centred}) {
      Attributes room;
      const Stalks dense = make_stalks(in_smaller_form(x, room), metric, {.rank = 8}, RunContext());
      const Stalks sparse = make_stalks(in_smaller_form(to_sparse(x), room), metric, {.rank = 8}, RunContext());
      EXPECT_TRUE(testing::same_bits(dense.rows, sparse.rows));
    }
  }
}

TEST(Stalks, DoNotDependOnTheUnitOfAttributes) {
  const Matrix<float> x = testing::random_matrix<float>(50, 9, 2);
  Matrix<float> huge = x;
  for (float& value : huge.values()) value *= 0x1p100F;
  for (const StalkMetric metric : {StalkMetric::z_score, StalkMetric::centred}) {
    const auto a = make_stalks(x, metric, {}, RunContext()).rows;
    const auto b = make_stalks(huge, metric, {}, RunContext()).rows;
    for (std::size_t i = 0; i < a.values().size(); ++i) EXPECT_NEAR(a.values()[i], b.values()[i], 1e-4);
  }
}

TEST(Stalks, LeaveConstantColumnsOut) {
  Matrix<float> x = testing::random_matrix<float>(40, 3, 2);
  for (std::size_t i = 0; i < 40; ++i) x(i, 1) = 1e6F;
  EXPECT_EQ(make_stalks(x, StalkMetric::z_score, {}, RunContext()).rows.cols(), 2U);
  EXPECT_EQ(make_stalks(Matrix<float>(5, 2, std::vector<float>(10, 7.0F)), StalkMetric::z_score, {}, RunContext())
                .rows.cols(),
            0U);
}

TEST(Stalks, PlaceNewRowsAsTheyPlacedTheirOwn) {
  const Matrix<float> x = counts(60, 40);
  for (const StalkMetric metric : {StalkMetric::idf, StalkMetric::z_score, StalkMetric::centred}) {
    const Stalks stalks = make_stalks(x, metric, {.rank = 5}, RunContext());
    const Matrix<float> again = map_rows(x, stalks.map, RunContext());
    for (std::size_t i = 0; i < again.values().size(); ++i) EXPECT_EQ(again.values()[i], stalks.rows.values()[i]);
  }
}

TEST(Stalks, KnowWordsFromMeasurements) {
  EXPECT_TRUE(bag_of_words_like(counts(60, 40), RunContext()));
  EXPECT_FALSE(bag_of_words_like(testing::random_matrix<float>(10, 4, 1), RunContext()));
  EXPECT_FALSE(bag_of_words_like(Matrix<float>(2, 2, {1.0F, 2.0F, 0.0F, 3.0F}), RunContext()));
  EXPECT_EQ(candidate_metrics(counts(60, 40), RunContext())[1], StalkMetric::idf);
  EXPECT_EQ(candidate_metrics(testing::random_matrix<float>(10, 40, 1), RunContext())[1], StalkMetric::centred);
}

TEST(Stalks, OfFewColumnsHaveOneMetricAndKeepTheLengthOfTheirRows) {
  EXPECT_FALSE(bag_of_words_like(counts(60, kFewColumns), RunContext()));
  EXPECT_EQ(candidate_metrics(counts(60, kFewColumns), RunContext()), std::vector{StalkMetric::z_score});
  EXPECT_EQ(candidate_metrics(counts(60, kFewColumns + 1), RunContext()).size(), 2U);
  EXPECT_FALSE(make_stalks(counts(60, kFewColumns), StalkMetric::z_score, {}, RunContext()).map.unit_rows());
  EXPECT_TRUE(make_stalks(counts(60, kFewColumns + 1), StalkMetric::z_score, {}, RunContext()).map.unit_rows());
  EXPECT_FALSE(make_stalks(counts(60, kFewColumns + 1), StalkMetric::idf, {}, RunContext()).map.unit_rows());
}

TEST(Stalks, HaveTheSameBitsAtAnyNumberOfThreads) {
  const Matrix<float> x = counts(900, 50);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return make_stalks(x, StalkMetric::idf, {.rank = 6}, run).rows; });
}

}  // namespace
}  // namespace cgsd
