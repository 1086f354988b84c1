// How the published models draw their first weights (beside nn/xavier.hpp).
//
//   fill_normal(w, deviation, stream)     N(0, deviation²)
//   fill_uniform(w, bound, stream)        U(−bound, bound)
//   fill_orthogonal(w, stream)            columns of length 1 at right angles (rows, if they are fewer), every
//                                         direction equally likely: Gram–Schmidt on normal numbers
#pragma once

#include <cmath>

#include "cgsd/core/matrix.hpp"
#include "cgsd/core/random.hpp"

namespace cgsd {

template <class T>
void fill_normal(Matrix<T>& weights, double deviation, RandomStream stream) {
  RandomSequence random(stream);
  for (T& w : weights.values()) w = static_cast<T>(deviation * random.normal());
}

template <class T>
void fill_uniform(Matrix<T>& weights, double bound, RandomStream stream) {
  RandomSequence random(stream);
  for (T& w : weights.values()) w = static_cast<T>(bound * (2.0 * random.uniform() - 1.0));
}

template <class T>
void fill_orthogonal(Matrix<T>& weights, RandomStream stream) {
  const bool tall = weights.rows() >= weights.cols();
  Matrix<double> q(tall ? weights.cols() : weights.rows(), tall ? weights.rows() : weights.cols());
  fill_normal(q, 1.0, stream);
  const auto inner = [&](std::size_t a, std::size_t b) {
    double sum = 0.0;
    for (std::size_t j = 0; j < q.cols(); ++j) sum += q(a, j) * q(b, j);
    return sum;
  };
  for (std::size_t i = 0; i < q.rows(); ++i) {
    for (std::size_t before = 0; before < i; ++before) {
      const double along = inner(i, before);
      for (std::size_t j = 0; j < q.cols(); ++j) q(i, j) -= along * q(before, j);
    }
    const double length = std::sqrt(inner(i, i));
    for (double& x : q.row(i)) x /= length;
  }
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    for (std::size_t j = 0; j < weights.cols(); ++j) weights(i, j) = static_cast<T>(tall ? q(j, i) : q(i, j));
  }
}

}  // namespace cgsd
