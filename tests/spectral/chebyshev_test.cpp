#include "cgsd/spectral/chebyshev.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/spectral/lanczos.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"

#include "tests/support/stop_at.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

// A diagonal matrix: its eigenvectors are the unit vectors. `factors` are those of the rows of a block.
class DiagonalBlock final : public WideOperator {
 public:
  explicit DiagonalBlock(std::vector<double> values, double factor = 1.0)
      : values_(std::move(values)), factors_(values_.size(), factor) {}
  std::size_t size() const override { return values_.size(); }
  std::span<const double> row_factors() const override { return factors_; }
  void apply(std::span<const double> x, std::span<double> y, const RunContext&) const override {
    for (std::size_t i = 0; i < size(); ++i) y[i] = values_[i] * x[i];
  }
  void apply_block(const Matrix<float>& x, Matrix<float>& y, const Recurrence& r, const RunContext&) const override {
    recur(x, y, r);
  }
  void apply_block(const Matrix<double>& x, Matrix<double>& y, const Recurrence& r, const RunContext&) const override {
    recur(x, y, r);
  }

 private:
  template <class T>
  void recur(const Matrix<T>& x, Matrix<T>& y, const Recurrence& r) const {
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t j = 0; j < x.cols(); ++j) {
        const double before = r.before == 0.0 ? 0.0 : r.before * static_cast<double>(y(i, j));
        y(i, j) = static_cast<T>((r.product * values_[i] + r.own) * static_cast<double>(x(i, j)) + before);
      }
    }
  }
  std::vector<double> values_;
  std::vector<double> factors_;
};

// 400 values spread evenly over ±0.2 and, at the indices 0, 1, …, those given.
std::vector<double> with_bulk(const std::vector<double>& outliers) {
  std::vector<double> values = outliers;
  for (int i = 0; i < 400; ++i) values.push_back(-0.2 + 0.4 * i / 399.0);
  return values;
}

// The spectrum of the normalised Laplacian of a large random graph, 1 ± 2σ by Wigner's semicircle, and the values given.
std::vector<double> with_semicircle(const std::vector<double>& outliers, double sigma) {
  constexpr int kValues = 4000;
  constexpr double kPi = 3.14159265358979323846;
  std::vector<double> values = outliers;
  double x = -1.0;
  for (int i = 0; i < kValues; ++i) {
    const auto below = [](double at) { return 0.5 + (at * std::sqrt(1.0 - at * at) + std::asin(at)) / kPi; };
    while (x < 1.0 && below(x) < (i + 0.5) / kValues) x = std::min(1.0, x + 1e-4);
    values.push_back(1.0 + 2.0 * sigma * x);
  }
  return values;
}

TEST(Chebyshev, MakesFewProductsIfTheRestIsLikeARandomGraph) {
  const std::vector<double> outliers = {0.3, 0.31, 0.33, 0.35};
  const DiagonalBlock a(with_semicircle(outliers, 0.22));
  const ChebyshevOptions options{.pairs = 4, .end = SpectrumEnd::smallest, .lower = 0.0, .upper = 2.0};
  const ChebyshevPairs found = chebyshev_pairs(a, options, {}, RunContext());
  EXPECT_TRUE(found.converged);
  ASSERT_EQ(found.values.size(), 4U);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(found.values[j], outliers[j], 1e-6);
  // T_m(x) of x = (1.28 − 0.35) / 0.72 passes √4000 / 2·10⁻⁶ at m = 23; the rest are products of Rayleigh and Ritz.
  EXPECT_LE(found.products, 30);
}

TEST(Chebyshev, BeginsWithColumnsNearTheVectors) {
  const DiagonalBlock a(with_bulk({0.9, -0.8, 0.5}));
  Matrix<float> near(a.size(), 3);
  for (std::size_t i = 0; i < near.rows(); ++i)
    for (std::size_t j = 0; j < 3; ++j) near(i, j) = i == j ? 1.0F : 0.01F * static_cast<float>((i + j) % 3);
  const ChebyshevOptions cold{.pairs = 12, .bulk = 0.2001, .tolerance = 1e-3, .enough = 0};
  ChebyshevOptions warm = cold;
  warm.near = &near;
  const ChebyshevPairs expected = chebyshev_pairs(a, cold, {}, RunContext());
  const ChebyshevPairs found = chebyshev_pairs(a, warm, {}, RunContext());
  ASSERT_EQ(found.values.size(), 3U);
  EXPECT_LE(found.products, expected.products);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(found.values[j], (std::vector<double>{0.9, -0.8, 0.5})[j], 1e-5);
    EXPECT_NEAR(static_cast<double>(found.vectors(j, j)), 1.0, 1e-4);
  }
}

TEST(Chebyshev, FindsTheEndAskedForInItsOrder) {
  const DiagonalBlock a(with_bulk({0.9, -0.8, 0.7, -0.6, 0.5}));
  const std::vector<std::pair<SpectrumEnd, std::vector<double>>> expected = {
      {SpectrumEnd::largest, {0.9, 0.7, 0.5}},
      {SpectrumEnd::smallest, {-0.8, -0.6}},
      {SpectrumEnd::largest_size, {0.9, -0.8, 0.7}},
  };
  for (const auto& [end, values] : expected) {
    const auto pairs = static_cast<std::int32_t>(values.size());
    const ChebyshevPairs found = chebyshev_pairs(a, {.pairs = pairs, .end = end}, {}, RunContext());
    EXPECT_TRUE(found.converged);
    ASSERT_EQ(found.values.size(), values.size());
    for (std::size_t j = 0; j < values.size(); ++j) {
      EXPECT_NEAR(found.values[j], values[j], 1e-6);
      EXPECT_LE(found.residuals[j], 1e-6);
    }
  }
}

TEST(Chebyshev, ReachesTenDigitsInDouble) {
  const DiagonalBlock a(with_bulk({0.9, -0.8, 0.7}), 3.0);
  const ChebyshevPairs found = chebyshev_pairs(a, {.pairs = 3, .tolerance = 1e-11}, {}, RunContext());
  EXPECT_TRUE(found.converged);
  ASSERT_EQ(found.precise.cols(), 3U);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_LE(found.residuals[j], 1e-11);
    EXPECT_NEAR(found.precise(j, j), 1.0, 1e-12) << "its largest entry is positive";
    EXPECT_FLOAT_EQ(found.vectors(j, j), 1.0F);
  }
}

TEST(Chebyshev, FindsCopiesOfAMultipleEigenvalue) {
  const DiagonalBlock a(with_bulk({0.7, 0.7, 0.7, 0.7}));
  const ChebyshevPairs found = chebyshev_pairs(a, {.pairs = 5, .bulk = 0.2}, {}, RunContext());
  ASSERT_EQ(found.values.size(), 4U);
  for (const double value : found.values) EXPECT_NEAR(value, 0.7, 1e-6);
}

TEST(Chebyshev, LeavesTheBulkAloneAndCountsWhatLiesInIt) {
  const DiagonalBlock a(with_bulk({0.9, -0.5, 0.3}));
  const ChebyshevPairs found = chebyshev_pairs(a, {.pairs = 12, .bulk = 0.2001}, {}, RunContext());
  EXPECT_EQ(found.values.size(), 3U);
  EXPECT_EQ(found.in_bulk, 9);
  EXPECT_TRUE(found.converged);
  EXPECT_LT(found.products, 150);
}

TEST(Chebyshev, SeesAPairJustBeyondTheBulk) {
  const DiagonalBlock a(with_bulk({0.9, 0.202}));
  const ChebyshevPairs found = chebyshev_pairs(a, {.pairs = 12, .bulk = 0.2001}, {}, RunContext());
  ASSERT_EQ(found.values.size(), 2U);
  EXPECT_NEAR(found.values[1], 0.202, 1e-6);
}

TEST(Chebyshev, WidensABlockThatLiesBeyondTheBulkAsAWhole) {
  std::vector<double> outliers;
  for (int i = 0; i < 60; ++i) outliers.push_back((i % 2 == 0 ? 1.0 : -1.0) * (0.9 - 0.01 * i));
  const DiagonalBlock a(with_bulk(outliers));
  const ChebyshevPairs found = chebyshev_pairs(a, {.pairs = 100, .bulk = 0.2001}, {}, RunContext());
  ASSERT_EQ(found.values.size(), 60U);
  for (std::size_t j = 0; j < 60; ++j) EXPECT_NEAR(found.values[j], outliers[j], 1e-6);
  EXPECT_EQ(found.same_from, 0) << "with fewer pairs the block would have been narrower";
}

TEST(Chebyshev, FindsTheSameBitsForFewerPairsIfItSaysSo) {
  const DiagonalBlock a(with_bulk({0.9, -0.5, 0.3}));
  const ChebyshevPairs many = chebyshev_pairs(a, {.pairs = 101, .bulk = 0.2001}, {}, RunContext());
  ASSERT_GT(many.same_from, 0);
  for (const std::int32_t pairs : {many.same_from, 17, 40}) {
    const ChebyshevPairs few = chebyshev_pairs(a, {.pairs = pairs, .bulk = 0.2001}, {}, RunContext());
    EXPECT_EQ(few.values, many.values);
    EXPECT_EQ(few.vectors, many.vectors);
  }
}

TEST(Chebyshev, SearchesTheComplementOfTheLockedVectors) {
  const DiagonalBlock a(with_bulk({0.9, 0.8, 0.7}));
  Matrix<double> locked(403, 2);
  locked(0, 0) = locked(2, 1) = 1.0;
  const ChebyshevPairs found = chebyshev_pairs(a, {.pairs = 1, .end = SpectrumEnd::largest}, locked, RunContext());
  ASSERT_EQ(found.values.size(), 1U);
  EXPECT_NEAR(found.values[0], 0.8, 1e-6);
  EXPECT_NEAR(found.vectors(0, 0), 0.0F, 1e-5F);
}

TEST(Chebyshev, SaysIfItDidNotConverge) {
  const DiagonalBlock a(with_bulk({}));
  const ChebyshevOptions options{.pairs = 4, .end = SpectrumEnd::largest, .tolerance = 1e-6, .max_products = 20};
  const ChebyshevPairs found = chebyshev_pairs(a, options, {}, RunContext());
  EXPECT_FALSE(found.converged);
  EXPECT_LT(found.values.size(), 4U);
  ChebyshevOptions all = options;
  all.keep_all = true;
  const ChebyshevPairs kept = chebyshev_pairs(a, all, {}, RunContext());
  EXPECT_FALSE(kept.converged);
  EXPECT_EQ(kept.values.size(), 4U);
  EXPECT_GT(kept.residuals[3], 1e-6);
}

TEST(Chebyshev, AgreesWithLanczosOnAGraph) {
  SbmOptions options{.nodes = 1500, .communities = 4, .heterophily = 0.2, .mean_degree = 20.0};
  options.attributes = AttributeKind::none;
  const Dataset data = stochastic_block_model(options, RunContext());
  const RegularisedAdjacency a(data.input.graph, 20.0);
  const ChebyshevPairs found = chebyshev_pairs(a, {.pairs = 12, .bulk = 0.24, .tolerance = 1e-9}, {}, RunContext());
  const LanczosPairs oracle =
      lanczos(a, {.pairs = 4, .end = SpectrumEnd::largest_size, .basis = 40, .tolerance = 1e-12}, {}, RunContext());
  ASSERT_EQ(found.values.size(), 4U);
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(found.values[j], oracle.values(static_cast<Eigen::Index>(j)), 1e-10);
    double product = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
      product += found.precise(i, j) * oracle.vectors(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    EXPECT_NEAR(std::abs(product), 1.0, 1e-8);
  }
}

TEST(Chebyshev, EndsIfAskedTo) {
  const DiagonalBlock a(with_bulk({0.9}));
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(chebyshev_pairs(a, {.pairs = 2}, {}, RunContext({.stop = source.get_token()})), Cancelled);
}

TEST(Chebyshev, HasTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(3000, 0.01, 5);
  const RegularisedAdjacency a(graph, 30.0);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return chebyshev_pairs(a, {.pairs = 3, .bulk = 0.17}, {}, run).vectors; });
}

}  // namespace
}  // namespace cgsd
