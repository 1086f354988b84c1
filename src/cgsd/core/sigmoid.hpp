// The logistic function σ(x) = 1 / (1 + e^−x) and its logarithm. Neither overflows, and both keep their digits far out:
// e^x is only ever taken of numbers that are not positive.
#pragma once

#include <cmath>

namespace cgsd {

template <class T>
T sigmoid(T x) {
  const T e = std::exp(-std::abs(x));
  return (x >= T(0) ? T(1) : e) / (T(1) + e);
}

inline double log_sigmoid(double x) { return x >= 0.0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x)); }

}  // namespace cgsd
