// Points as K-means reads them, dense or sparse: distances to a centre, and sums.
//
// Sparse rows cost their non-zero numbers only. With N the columns where x has one,
//     ‖x − c‖² = Σ_(j in N) (x_j − c_j)² + (‖c‖² − Σ_(j in N) c_j²),
// no term of which is negative. If c is zero outside N the second one is exactly 0, not a rounding error of ‖c‖²:
// both sums add the same numbers in the same order. So equal rows are at distance 0.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/distance.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct CentreView {
  std::span<const double> values;
  double squared_norm;
};

inline double squared_norm(std::span<const double> values) {
  double sum = 0.0;
  for (const double x : values) sum += x * x;
  return sum;
}

// Centres with their squared lengths, which sparse rows need, and side by side in fours, as dense rows are compared.
class Centres {
 public:
  Centres() = default;
  explicit Centres(Matrix<double> rows) : rows_(std::move(rows)), fours_((rows_.rows() + 3) / 4 * rows_.cols()) {
    for (std::size_t c = 0; c < rows_.rows(); ++c) {
      squared_norm_.push_back(cgsd::squared_norm(rows_.row(c)));
      for (std::size_t j = 0; j < rows_.cols(); ++j) fours_[c / 4 * rows_.cols() + j].of[c % 4] = rows_(c, j);
    }
  }
  // Centres 4 q … 4 q + 3, number by number; zeros if there are fewer. Without numbers there is nothing to point at.
  const double (*four(std::size_t q) const)[4] { return fours_.empty() ? nullptr : &fours_[q * rows_.cols()].of; }
  std::size_t count() const { return rows_.rows(); }
  CentreView operator[](std::size_t c) const { return {rows_.row(c), squared_norm_[c]}; }
  const Matrix<double>& rows() const { return rows_; }

 private:
  Matrix<double> rows_;
  std::vector<double> squared_norm_;
  struct Four {
    double of[4] = {};
  };
  std::vector<Four> fours_;
};

// Squared distances to four centres.
using FourDistances = std::array<double, 4>;

template <class T>
class DensePoints {
 public:
  static constexpr bool kDense = true;
  explicit DensePoints(MatrixView<T> points) : points_(points) {}
  std::span<const T> row(std::size_t i) const { return points_.row(i); }
  std::size_t rows() const { return points_.rows(); }
  std::size_t cols() const { return points_.cols(); }
  std::span<const T> values() const { return points_.values(); }

  double squared_distance_to(CentreView centre, std::size_t i) const {
    return squared_distance<T, double>(points_.row(i), centre.values);
  }
  // To centres 4 q … 4 q + 3; those that there are.
  FourDistances squared_distances_to(const Centres& centres, std::size_t q, std::size_t i) const {
    const FourDoubles four = squared_distances<T>(points_.row(i), centres.four(q));
    return {four[0], four[1], four[2], four[3]};
  }
  // to ← to + scale · x_i
  void add(std::size_t i, double scale, std::span<double> to) const {
    const auto x = points_.row(i);
    for (std::size_t j = 0; j < x.size(); ++j) to[j] += scale * static_cast<double>(x[j]);
  }
  // Σ_j variance of column j
  double total_variance() const {
    const auto n = static_cast<double>(rows());
    std::vector<double> mean(cols(), 0.0);
    std::vector<double> variance(cols(), 0.0);
    for (std::size_t i = 0; i < rows(); ++i) {
      const auto x = points_.row(i);
      for (std::size_t j = 0; j < cols(); ++j) mean[j] += static_cast<double>(x[j]) / n;
    }
    for (std::size_t i = 0; i < rows(); ++i) {
      const auto x = points_.row(i);
      for (std::size_t j = 0; j < cols(); ++j) {
        const double difference = static_cast<double>(x[j]) - mean[j];
        variance[j] += difference * difference / n;
      }
    }
    return std::accumulate(variance.begin(), variance.end(), 0.0);
  }

 private:
  MatrixView<T> points_;
};

class SparsePoints {
 public:
  static constexpr bool kDense = false;
  explicit SparsePoints(SparseView points) : points_(points) {}
  std::size_t rows() const { return points_.rows(); }
  std::size_t cols() const { return points_.cols; }
  std::span<const float> values() const { return points_.values; }

  double squared_distance_to(CentreView centre, std::size_t i) const {
    double near = 0.0;
    double covered = 0.0;
    for (std::uint64_t p = points_.offsets[i]; p < points_.offsets[i + 1]; ++p) {
      const double c = centre.values[points_.columns[p]];
      const double difference = static_cast<double>(points_.values[p]) - c;
      near += difference * difference;
      covered += c * c;
    }
    return near + std::max(0.0, centre.squared_norm - covered);
  }
  FourDistances squared_distances_to(const Centres& centres, std::size_t q, std::size_t i) const {
    FourDistances four{};
    for (std::size_t c = 4 * q; c < std::min(4 * q + 4, centres.count()); ++c)
      four[c - 4 * q] = squared_distance_to(centres[c], i);
    return four;
  }
  void add(std::size_t i, double scale, std::span<double> to) const {
    for (std::uint64_t p = points_.offsets[i]; p < points_.offsets[i + 1]; ++p)
      to[points_.columns[p]] += scale * static_cast<double>(points_.values[p]);
  }
  double total_variance() const {
    const auto n = static_cast<double>(rows());
    std::vector<double> mean(cols(), 0.0);
    std::vector<double> zeros(cols(), n);
    for (std::size_t p = 0; p < points_.columns.size(); ++p) {
      mean[points_.columns[p]] += static_cast<double>(points_.values[p]) / n;
      zeros[points_.columns[p]] -= 1.0;
    }
    double sum = 0.0;
    for (std::size_t p = 0; p < points_.columns.size(); ++p) {
      const double difference = static_cast<double>(points_.values[p]) - mean[points_.columns[p]];
      sum += difference * difference / n;
    }
    for (std::size_t j = 0; j < cols(); ++j) sum += zeros[j] * mean[j] * mean[j] / n;
    return sum;
  }

 private:
  SparseView points_;
};

}  // namespace cgsd
