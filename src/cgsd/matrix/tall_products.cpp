#include "cgsd/matrix/tall_products.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kTallBlock = 4096;  // rows of one sum
constexpr std::size_t kTallPanel = 128;   // rows that are cast to double at a time
constexpr std::size_t kTileRows = 4;
constexpr std::size_t kTileColumns = 8;

using FourDoubles = double __attribute__((vector_size(32)));

std::size_t round_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

// Rows of a matrix in double, padded with zeros to whole tiles.
class DoublePanel {
 public:
  explicit DoublePanel(std::size_t columns)
      : width_(round_up(columns, kTileColumns)), values_(kTallPanel * width_, 0.0) {}

  template <class T>
  void load(const Matrix<T>& m, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double* const to = values_.data() + (i - begin) * width_;
      const auto row = m.row(i);
      for (std::size_t j = 0; j < row.size(); ++j) to[j] = static_cast<double>(row[j]);
    }
  }

  std::size_t width() const { return width_; }
  const double* at(std::size_t row, std::size_t column) const { return values_.data() + row * width_ + column; }

 private:
  std::size_t width_;
  std::vector<double> values_;
};

// sum(i + a, j + b) += Σ over `rows` of left(row, i + a) right(row, j + b)
void add_tile(const DoublePanel& left, const DoublePanel& right, std::size_t rows, std::size_t i, std::size_t j,
              double* sum) {
  FourDoubles tile[kTileRows][2] = {};
  for (std::size_t row = 0; row < rows; ++row) {
    FourDoubles low;
    FourDoubles high;
    std::memcpy(&low, right.at(row, j), sizeof low);
    std::memcpy(&high, right.at(row, j) + 4, sizeof high);
    const double* const factor = left.at(row, i);
#pragma GCC unroll 4
    for (std::size_t a = 0; a < kTileRows; ++a) {
      tile[a][0] += factor[a] * low;
      tile[a][1] += factor[a] * high;
    }
  }
  for (std::size_t a = 0; a < kTileRows; ++a) {
    double* const to = sum + (i + a) * right.width() + j;
    for (std::size_t b = 0; b < kTileColumns; ++b) to[b] += tile[a][b / 4][b % 4];
  }
}

// x(row, :) R into `to`
template <class T>
void row_times(std::span<const T> row, const Matrix<T>& r, std::span<T> to) {
  std::ranges::fill(to, T(0));
  for (std::size_t k = 0; k < row.size(); ++k) {
    const T factor = row[k];
    const auto from = r.row(k);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += factor * from[j];
  }
}

}  // namespace

template <class T>
Matrix<double> column_products(const Matrix<T>& a, const Matrix<T>& b, const RunContext& run) {
  assert(a.rows() == b.rows());
  const std::size_t height = round_up(a.cols(), kTileColumns);
  const std::size_t width = round_up(b.cols(), kTileColumns);
  Matrix<double> parts((a.rows() + kTallBlock - 1) / kTallBlock, height * width);
  const bool same = a.data() == b.data();
  parallel_for(run, a.rows(), kTallBlock, [&](std::size_t begin, std::size_t end) {
    double* const sum = parts.row(begin / kTallBlock).data();
    DoublePanel left(a.cols());
    DoublePanel other(same ? 0 : b.cols());
    for (std::size_t first = begin; first < end; first += kTallPanel) {
      const std::size_t last = std::min(end, first + kTallPanel);
      left.load(a, first, last);
      if (!same) other.load(b, first, last);
      for (std::size_t i = 0; i < height; i += kTileRows) {
        for (std::size_t j = 0; j < width; j += kTileColumns)
          add_tile(left, same ? left : other, last - first, i, j, sum);
      }
    }
  });
  Matrix<double> total(a.cols(), b.cols());
  for (std::size_t part = 0; part < parts.rows(); ++part) {
    for (std::size_t i = 0; i < a.cols(); ++i) {
      for (std::size_t j = 0; j < b.cols(); ++j) total(i, j) += parts(part, i * width + j);
    }
  }
  sum_over_processes(run, total.values());
  return total;
}

template <class T>
void times_square(Matrix<T>& x, const Matrix<double>& r, const RunContext& run) {
  assert(r.rows() == x.cols() && r.cols() <= x.cols());
  Matrix<T> factor(r.rows(), r.cols());
  std::ranges::transform(r.values(), factor.values().begin(), [](double value) { return static_cast<T>(value); });
  Matrix<T> out;
  if (r.cols() < x.cols()) out = Matrix<T>(x.rows(), r.cols());
  parallel_for(run, x.rows(), kTallBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<T> product(r.cols());
    for (std::size_t i = begin; i < end; ++i) {
      row_times<T>(x.row(i), factor, product);
      std::ranges::copy(product, (r.cols() < x.cols() ? out : x).row(i).begin());
    }
  });
  if (r.cols() < x.cols()) x = std::move(out);
}

template Matrix<double> column_products(const Matrix<float>&, const Matrix<float>&, const RunContext&);
template Matrix<double> column_products(const Matrix<double>&, const Matrix<double>&, const RunContext&);
template void times_square(Matrix<float>&, const Matrix<double>&, const RunContext&);
template void times_square(Matrix<double>&, const Matrix<double>&, const RunContext&);

}  // namespace cgsd
