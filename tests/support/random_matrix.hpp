// Matrices of standard normal numbers.
#pragma once

#include "cgsd/core/matrix.hpp"
#include "cgsd/core/random.hpp"

namespace cgsd::testing {

template <class T = double>
Matrix<T> random_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Matrix<T> m(rows, cols);
  RandomSequence random{RandomStream(seed)};
  for (T& x : m.values()) x = static_cast<T>(random.normal());
  return m;
}

}  // namespace cgsd::testing
