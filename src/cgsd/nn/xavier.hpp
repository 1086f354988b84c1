// Xavier (Glorot & Bengio 2010) uniform weights: U(−b, b), b = gain · √(6 / (fan_in + fan_out)).
#pragma once

#include <cmath>

#include "cgsd/core/matrix.hpp"
#include "cgsd/core/random.hpp"

namespace cgsd {

// Fills columns [first, first + count) of `weights` (in × out) as one matrix of its own.
template <class T>
void fill_xavier(Matrix<T>& weights, std::size_t first, std::size_t count, double gain, RandomStream stream) {
  const double bound = gain * std::sqrt(6.0 / static_cast<double>(weights.rows() + count));
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    RandomSequence random(stream.at(i));
    for (std::size_t j = first; j < first + count; ++j)
      weights(i, j) = static_cast<T>(bound * (2.0 * random.uniform() - 1.0));
  }
}

}  // namespace cgsd
