#include "cgsd/spectral/extreme_eigenpairs.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

// The adjacency matrix of a path: eigenvalues 2 cos(π j / (n + 1)), all simple.
class Path final : public LinearOperator {
 public:
  explicit Path(std::size_t n) : n_(n) {}
  std::size_t size() const override { return n_; }
  void apply(std::span<const double> x, std::span<double> y, const RunContext&) const override {
    for (std::size_t i = 0; i < n_; ++i) y[i] = (i > 0 ? x[i - 1] : 0.0) + (i + 1 < n_ ? x[i + 1] : 0.0);
  }

 private:
  std::size_t n_;
};

double path_eigenvalue(std::size_t n, std::size_t j) {
  return 2.0 * std::cos(std::numbers::pi * static_cast<double>(j) / static_cast<double>(n + 1));
}

TEST(ExtremeEigenpairs, AreThoseOfThePathAtEitherEnd) {
  for (const std::size_t n : {40, 120}) {
    const Path path(n);
    ExtremeOptions options{.pairs = 3, .end = SpectrumEnd::largest, .dense_limit = 50, .max_iterations = 5000};
    const auto large = extreme_eigenpairs(path, options, RunContext());
    options.end = SpectrumEnd::smallest;
    const auto small = extreme_eigenpairs(path, options, RunContext());
    ASSERT_TRUE(large.converged && small.converged);
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(large.values[j], path_eigenvalue(n, j + 1), 1e-6);
      EXPECT_NEAR(small.values[j], -path_eigenvalue(n, j + 1), 1e-6);
      EXPECT_LT(large.residuals[j], 1e-4);
    }
  }
}

// A path's spectrum is symmetric; a shift makes the sizes differ.
class ShiftedPath final : public LinearOperator {
 public:
  explicit ShiftedPath(std::size_t n) : path_(n) {}
  std::size_t size() const override { return path_.size(); }
  void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const override {
    path_.apply(x, y, run);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] -= 0.3 * x[i];
  }

 private:
  Path path_;
};

TEST(ExtremeEigenpairs, CountSizeWhateverTheSign) {
  const auto pairs = extreme_eigenpairs(ShiftedPath(30), {.pairs = 2}, RunContext());
  EXPECT_NEAR(pairs.values[0], -path_eigenvalue(30, 1) - 0.3, 1e-9);
  EXPECT_NEAR(pairs.values[1], -path_eigenvalue(30, 2) - 0.3, 1e-9);
}

TEST(ExtremeEigenpairs, GiveNoMoreThanThereAre) {
  EXPECT_EQ(extreme_eigenpairs(Path(3), {.pairs = 10}, RunContext()).values.size(), 3U);
  EXPECT_TRUE(extreme_eigenpairs(Path(0), {.pairs = 10}, RunContext()).values.empty());
}

TEST(ExtremeEigenpairs, HaveTheSameBitsAtAnyNumberOfThreads) {
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    return extreme_eigenpairs(Path(400), {.pairs = 2, .max_iterations = 2000}, run).vectors;
  });
}

}  // namespace
}  // namespace cgsd
