// Central differences against a gradient, in double: how every hand-derived gradient is checked.
//
// Comes back: the largest |g − d| / max(1, |g|, |d|) over the elements, d = (f(w + h) − f(w − h)) / 2h.
#pragma once

#include <algorithm>
#include <cmath>

#include "cgsd/core/matrix.hpp"

namespace cgsd::testing {

// `loss` must be a function of the present contents of `weights`.
template <class Loss>
double gradient_error(Matrix<double>& weights, const Matrix<double>& gradient, Loss&& loss, double h = 1e-5) {
  double worst = 0.0;
  for (std::size_t i = 0; i < weights.values().size(); ++i) {
    double& w = weights.values()[i];
    const double kept = w;
    w = kept + h;
    const double above = loss();
    w = kept - h;
    const double below = loss();
    w = kept;
    const double difference = (above - below) / (2.0 * h);
    const double g = gradient.values()[i];
    worst = std::max(worst, std::abs(g - difference) / std::max({1.0, std::abs(g), std::abs(difference)}));
  }
  return worst;
}

}  // namespace cgsd::testing
