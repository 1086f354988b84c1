#include "cgsd/spectral/lanczos.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/stop_at.hpp"

namespace cgsd {
namespace {

// diag(−n, 1, 2, …, n − 1) counts its products; its eigenvectors are the unit vectors.
class Diagonal final : public LinearOperator {
 public:
  explicit Diagonal(std::size_t n) : n_(n) {}
  std::size_t size() const override { return n_; }
  void apply(std::span<const double> x, std::span<double> y, const RunContext&) const override {
    for (std::size_t i = 0; i < n_; ++i) y[i] = value(i) * x[i];
    ++products_;
  }
  double value(std::size_t i) const { return i == 0 ? -static_cast<double>(n_) : static_cast<double>(i); }
  std::int32_t products() const { return products_; }

 private:
  std::size_t n_;
  mutable std::int32_t products_ = 0;
};

LanczosOptions three_at(SpectrumEnd end) {
  return {.pairs = 3, .end = end, .basis = 25, .max_iterations = 1000, .tolerance = 1e-10, .start = RandomStream(7)};
}

TEST(Lanczos, FindsTheEndAskedForInItsOrder) {
  const Diagonal a(60);
  const std::vector<std::pair<SpectrumEnd, std::vector<double>>> expected = {
      {SpectrumEnd::largest, {59, 58, 57}},
      {SpectrumEnd::smallest, {-60, 1, 2}},
      {SpectrumEnd::largest_size, {-60, 59, 58}},
  };
  for (const auto& [end, values] : expected) {
    const LanczosPairs pairs = lanczos(a, three_at(end), {}, RunContext());
    EXPECT_TRUE(pairs.converged);
    ASSERT_EQ(pairs.values.size(), 3);
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(pairs.values(j), values[static_cast<std::size_t>(j)], 1e-7);
  }
}

TEST(Lanczos, SearchesTheComplementOfTheLockedVectors) {
  const Diagonal a(60);
  Eigen::MatrixXd locked = Eigen::MatrixXd::Zero(60, 2);
  locked(59, 0) = locked(57, 1) = 1.0;
  const LanczosPairs pairs = lanczos(a, three_at(SpectrumEnd::largest), locked, RunContext());
  const int expected[] = {58, 56, 55};
  for (int j = 0; j < 3; ++j) {
    EXPECT_NEAR(pairs.values(j), expected[j], 1e-7);
    EXPECT_NEAR(std::abs(pairs.vectors(expected[j], j)), 1.0, 1e-7);
  }
  EXPECT_NEAR((locked.transpose() * pairs.vectors).norm(), 0.0, 1e-10);
}

TEST(Lanczos, GivesEvidenceThatCanBeCheckedByHand) {
  const Diagonal a(60);
  const LanczosPairs pairs = lanczos(a, three_at(SpectrumEnd::largest), {}, RunContext());
  EXPECT_EQ(pairs.products + 3, a.products());  // a residual takes one each
  for (int j = 0; j < 3; ++j) {
    double squared = 0.0;
    for (int i = 0; i < 60; ++i) {
      const double gap = (a.value(static_cast<std::size_t>(i)) - pairs.values(j)) * pairs.vectors(i, j);
      squared += gap * gap;
    }
    EXPECT_NEAR(pairs.residuals[static_cast<std::size_t>(j)], std::sqrt(squared), 1e-12);
  }
}

TEST(Lanczos, LeavesOutWhatDidNotConverge) {
  LanczosOptions options = three_at(SpectrumEnd::smallest);
  options.basis = 5;
  options.max_iterations = 1;
  const LanczosPairs pairs = lanczos(Diagonal(500), options, {}, RunContext());
  EXPECT_FALSE(pairs.converged);
  EXPECT_LT(pairs.values.size(), 3);
  EXPECT_EQ(pairs.residuals.size(), static_cast<std::size_t>(pairs.values.size()));
}

TEST(Lanczos, FormsAMatrixByItsProducts) {
  const Diagonal a(4);
  const Eigen::Vector4d diagonal(-4.0, 1.0, 2.0, 3.0);
  EXPECT_EQ(dense_matrix(a, RunContext()), Eigen::MatrixXd(diagonal.asDiagonal()));
  const Eigen::MatrixXd locked = Eigen::Vector4d(1.0, 0.0, 0.0, 0.0);
  const Eigen::Vector4d rest(0.0, 1.0, 2.0, 3.0);
  EXPECT_EQ(dense_matrix(Complement(a, locked), RunContext()), Eigen::MatrixXd(rest.asDiagonal()));
}

}  // namespace
}  // namespace cgsd
