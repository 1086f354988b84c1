// A subspace that a filter turns towards eigenvectors of a symmetric operator: X, and Y = A X.
//
//   filter            X ← T_m((A − middle) / half) X by the recurrence T_k+1 = 2 x T_k − T_k−1: one product a step, two blocks
//   rotate_to_ritz    XᵀX = I and XᵀAX diagonal (Rayleigh, Ritz), the first of the end first; residuals ‖A x − θ x‖
//
// The small matrices are in double whatever T is. Columns that depend on others are dropped. `locked` vectors
// (orthonormal, invariant under A) are taken out. Several processes have rows of X of their own. Promises: the same bits at any number of threads. Cost: O(m products)
// and O(n · columns²).
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/linear_operator.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/spectral/spectrum_end.hpp"

namespace cgsd {

// [middle − half, middle + half]
struct FilterInterval {
  double middle;
  double half;
  double place(double value) const { return (value - middle) / half; }
};

// What is to be largest of the first.
inline double rank_of(double value, SpectrumEnd end) {
  if (end == SpectrumEnd::largest_size) return std::abs(value);
  return end == SpectrumEnd::largest ? value : -value;
}

template <class T>
class RitzSubspace {
 public:
  RitzSubspace(const WideOperator& a, SpectrumEnd end, const Matrix<double>& locked, const RunContext& run);

  void start_with(Matrix<T> x);
  void widen(std::size_t columns, const RandomStream& random);       // adds columns of random numbers
  void filter(const FilterInterval& interval, std::int32_t degree);  // after rotate_to_ritz
  void rotate_to_ritz();

  std::size_t width() const { return x_.cols(); }
  std::int32_t products() const { return products_; }  // with the whole block
  const std::vector<double>& values() const { return values_; }
  const std::vector<double>& residuals() const { return residuals_; }
  Matrix<T> release();  // X

 private:
  void apply_to_x();
  void combine(Matrix<T>& to, double a, const Matrix<T>& from, double b) const;
  void take_out_locked();
  bool orthonormalise();
  void measure_residuals();

  const WideOperator& a_;
  SpectrumEnd end_;
  Matrix<T> locked_;
  RunContext run_;
  Matrix<T> x_, y_;
  std::vector<double> values_, residuals_;
  std::int32_t products_ = 0;
};

}  // namespace cgsd
