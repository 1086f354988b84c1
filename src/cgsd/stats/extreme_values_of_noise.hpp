// How far the extreme values of a matrix of noise spread, as a share of themselves (Tracy & Widom; Johnstone 2001).
//
//   symmetric, n × n        λ ≈ 2 √n (1 + T n^(−2/3) / 2)
//   n × d, singular values  σ² ≈ (√n + √d)² + T (√n + √d) (1/√n + 1/√d)^(1/3)
//   the same, the least     σ² ≈ (√n − √d)² − T (√n − √d) (1/√d − 1/√n)^(1/3), for d < n
//
// T has the Tracy–Widom distribution of real matrices, whose standard deviation is 1.27.
#pragma once

#include <cmath>
#include <cstddef>

namespace cgsd {

inline constexpr double kHalfTracyWidom = 0.63;  // of its standard deviation

inline double spread_of_largest_eigenvalue(std::size_t n) {
  return kHalfTracyWidom * std::pow(static_cast<double>(n), -2.0 / 3.0);
}

inline double spread_of_largest_singular_value(std::size_t rows, std::size_t cols) {
  const double n = std::sqrt(static_cast<double>(rows));
  const double d = std::sqrt(static_cast<double>(cols));
  return kHalfTracyWidom * std::cbrt(1.0 / n + 1.0 / d) / (n + d);
}

// Of σ², the least eigenvalue of the correlations of d columns; d < n.
inline double spread_of_least_correlation(std::size_t rows, std::size_t cols) {
  const double n = std::sqrt(static_cast<double>(rows));
  const double d = std::sqrt(static_cast<double>(cols));
  return 1.27 * std::cbrt(1.0 / d - 1.0 / n) / (n - d);
}

}  // namespace cgsd
