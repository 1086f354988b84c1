#include "cgsd/attributes/centred_attributes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using testing::random_matrix;

// 600 × 300, three blocks by two; about two numbers in three are 0.
Matrix<float> some_attributes() {
  Matrix<float> x = random_matrix<float>(600, 300, 1);
  for (std::size_t i = 0; i < x.values().size(); ++i) x.values()[i] *= i % 3 == 0 ? 1.0f : 0.0f;
  return x;
}

AttributeScale some_scale() {
  AttributeScale scale{std::vector<float>(600), std::vector<float>(300), std::vector<float>(600, 1.0f),
                       std::vector<float>(300)};
  for (std::size_t i = 0; i < 600; ++i) scale.rows[i] = 0.5f + static_cast<float>(i % 7);
  for (std::size_t j = 0; j < 300; ++j) {
    scale.columns[j] = 1.0f / (1.0f + static_cast<float>(j % 5));
    scale.mean[j] = 0.1f * static_cast<float>(j % 11) - 0.3f;
  }
  scale.centred[4] = scale.centred[500] = 0.0f;  // rows that take no part
  return scale;
}

// The slow twin: M = R X C − e μᵀ written out.
Matrix<double> dense_matrix(const Matrix<float>& x, const AttributeScale& s) {
  Matrix<double> m(x.rows(), x.cols());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t j = 0; j < x.cols(); ++j) {
      m(i, j) = static_cast<double>(s.rows[i]) * static_cast<double>(x(i, j)) * static_cast<double>(s.columns[j]) -
                static_cast<double>(s.centred[i]) * static_cast<double>(s.mean[j]);
    }
  }
  return m;
}

TEST(CentredAttributes, MultiplyAsTheMatrixWrittenOut) {
  const Matrix<float> x = some_attributes();
  const Matrix<double> m = dense_matrix(x, some_scale());
  const auto v = random_matrix<float>(300, 3, 2);
  const auto u = random_matrix<float>(600, 3, 3);
  for (const Attributes& attributes : {Attributes(x), Attributes(to_sparse(x))}) {
    const CentredAttributes centred(attributes, some_scale(), RunContext());
    ASSERT_EQ(centred.rows(), 600u);
    ASSERT_EQ(centred.cols(), 300u);
    const Matrix<float> image = centred.apply(v, RunContext());
    const Matrix<float> back = centred.apply_transposed(u, RunContext());
    ASSERT_EQ(image.rows(), 600u);
    ASSERT_EQ(back.rows(), 300u);
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 600; ++i) {
        double sum = 0.0;
        for (std::size_t j = 0; j < 300; ++j) sum += m(i, j) * static_cast<double>(v(j, k));
        ASSERT_NEAR(static_cast<double>(image(i, k)), sum, 2e-4) << i << " " << k;
      }
      for (std::size_t j = 0; j < 300; ++j) {
        double sum = 0.0;
        for (std::size_t i = 0; i < 600; ++i) sum += m(i, j) * static_cast<double>(u(i, k));
        ASSERT_NEAR(static_cast<double>(back(j, k)), sum, 1e-3) << j << " " << k;
      }
    }
  }
}

// Two rows of words, of which the second takes no part in the centring: R = (2, 1), C = (1, 3), μ = (1, 1).
TEST(CentredAttributes, ByHand) {
  const Matrix<float> x(2, 2, {1, 2, 0, 5});
  const CentredAttributes centred(x, {{2, 1}, {1, 3}, {1, 0}, {1, 1}}, RunContext());
  // R X C = (2, 12; 0, 15); less e μᵀ = (1, 11; 0, 15)
  EXPECT_EQ(centred.apply(Matrix<float>(2, 1, {1, 10}), RunContext()), (Matrix<float>(2, 1, {111, 150})));
  EXPECT_EQ(centred.apply_transposed(Matrix<float>(2, 1, {1, 10}), RunContext()), (Matrix<float>(2, 1, {1, 161})));
}

// MᵀM = (1, 0; 11, 15)(1, 11; 0, 15), from one block of rows and from two.
TEST(CentredAttributes, KnowTheProductsOfTheirColumns) {
  const AttributeScale scale{{2, 1}, {1, 3}, {1, 0}, {1, 1}};
  const Matrix<float> x(2, 2, {1, 2, 0, 5});
  EXPECT_EQ(CentredAttributes(x, scale, RunContext()).gram(RunContext()), (Matrix<double>(2, 2, {1, 11, 11, 346})));
  const std::size_t copies = 10'000;
  Matrix<float> tall(2 * copies, 2);
  AttributeScale of_tall{{}, {1, 3}, {}, {1, 1}};
  for (std::size_t i = 0; i < tall.rows(); ++i) {
    std::ranges::copy(x.row(i % 2), tall.row(i).begin());
    of_tall.rows.push_back(scale.rows[i % 2]);
    of_tall.centred.push_back(scale.centred[i % 2]);
  }
  for (const Attributes& attributes : {Attributes(tall), Attributes(to_sparse(tall))}) {
    const CentredAttributes centred(attributes, of_tall, RunContext());
    EXPECT_EQ(centred.gram(RunContext()), (Matrix<double>(2, 2, {1e4, 11e4, 11e4, 346e4})));
    testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) { return centred.gram(run); });
  }
}

TEST(CentredAttributes, HaveTheSameBitsAtAnyThreadCount) {
  const Matrix<float> x = some_attributes();
  const auto v = random_matrix<float>(300, 4, 2);
  const auto u = random_matrix<float>(600, 4, 3);
  for (const Attributes& attributes : {Attributes(x), Attributes(to_sparse(x))}) {
    const CentredAttributes centred(attributes, some_scale(), RunContext());
    testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) { return centred.apply(v, run); });
    testing::expect_same_bits_at_any_thread_count(
        [&](const RunContext& run) { return centred.apply_transposed(u, run); });
  }
}

TEST(ForEachValue, VisitsWhatIsStored) {
  const auto visited = [](const Attributes& attributes, std::size_t i) {
    std::vector<std::pair<std::uint32_t, float>> seen;
    for_each_value(attributes, i, [&](std::uint32_t column, float value) { seen.emplace_back(column, value); });
    return seen;
  };
  const Matrix<float> dense(2, 3, {0, 7, 0, 1, 0, 2});
  EXPECT_THAT(visited(dense, 1), ElementsAre(Pair(0u, 1.0f), Pair(2u, 2.0f)));
  EXPECT_THAT(visited(to_sparse(dense), 1), ElementsAre(Pair(0u, 1.0f), Pair(2u, 2.0f)));
  const SparseRows with_zero{.cols = 3, .offsets = {0, 2}, .columns = {0, 2}, .values = {0.0f, 4.0f}};
  EXPECT_THAT(visited(with_zero, 0), ElementsAre(Pair(0u, 0.0f), Pair(2u, 4.0f)));
}

}  // namespace
}  // namespace cgsd
