#include "cgsd/matrix/sparse_product.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using testing::random_matrix;

// Row 2 is empty.
template <class T>
Csr<T> random_sparse(std::size_t rows, std::size_t cols, double share, std::uint64_t seed) {
  Csr<T> s{rows, cols, {0}, {}, {}};
  RandomSequence random{RandomStream(seed)};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      if (i == 2 || random.uniform() >= share) continue;
      s.columns.push_back(static_cast<std::uint32_t>(j));
      s.values.push_back(static_cast<T>(random.normal()));
    }
    s.offsets.push_back(s.columns.size());
  }
  return s;
}

// The slow twin: S as a full matrix, three loops in double.
template <class T>
Matrix<double> dense_product(const Csr<T>& s, const Matrix<T>& b) {
  Matrix<double> full(s.rows, s.cols);
  for (std::size_t i = 0; i < s.rows; ++i) {
    for (std::uint64_t p = s.offsets[i]; p < s.offsets[i + 1]; ++p)
      full(i, s.columns[p]) += static_cast<double>(s.values[p]);
  }
  Matrix<double> out(s.rows, b.cols());
  for (std::size_t i = 0; i < s.rows; ++i) {
    for (std::size_t j = 0; j < b.cols(); ++j) {
      for (std::size_t k = 0; k < s.cols; ++k) out(i, j) += full(i, k) * static_cast<double>(b(k, j));
    }
  }
  return out;
}

template <class T>
void expect_dense_product(std::size_t rows, std::size_t columns, double tolerance) {
  const auto s = random_sparse<T>(rows, 50, 0.3, rows + columns);
  const auto b = random_matrix<T>(50, columns, 7);
  const auto expected = dense_product(s, b);
  Matrix<T> fresh = random_matrix<T>(rows, columns, 8);  // what is in it must not count
  multiply(s, b, fresh, true, RunContext());
  Matrix<T> added(rows, columns, std::vector<T>(rows * columns, T(3)));
  multiply(s, b, added, false, RunContext());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      ASSERT_NEAR(static_cast<double>(fresh(i, j)), expected(i, j), tolerance) << i << " " << j;
      ASSERT_NEAR(static_cast<double>(added(i, j)), expected(i, j) + 3.0, tolerance) << i << " " << j;
    }
  }
}

// A panel is 64 columns of floats and 32 of doubles; a block is 256 rows.
TEST(SparseProduct, IsTheDenseOneOnBothSidesOfAPanelAndABlock) {
  for (const std::size_t columns : {1, 31, 32, 33, 64, 65, 130}) {
    expect_dense_product<double>(40, columns, 1e-13);
    expect_dense_product<float>(40, columns, 2e-5);
  }
  expect_dense_product<double>(256, 5, 1e-13);
  expect_dense_product<double>(257, 40, 1e-13);
}

TEST(SparseProduct, ByHand) {
  const Csr<double> s{2, 3, {0, 2, 3}, {0, 2, 1}, {2.0, -1.0, 10.0}};
  const Matrix<double> b(3, 2, {1, 2, 3, 4, 5, 6});
  Matrix<double> out(2, 2);
  multiply(s, b, out, true, RunContext());
  EXPECT_EQ(out, (Matrix<double>(2, 2, {-3, -2, 30, 40})));
}

TEST(SparseProduct, HasTheSameBitsAtAnyThreadCount) {
  const auto s = random_sparse<float>(1000, 50, 0.2, 3);
  const auto b = random_matrix<float>(50, 100, 4);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Matrix<float> out(1000, 100, std::vector<float>(100'000, 0.1f));
    multiply(s, b, out, false, run);
    return out;
  });
}

}  // namespace
}  // namespace cgsd
