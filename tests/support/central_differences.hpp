// A gradient against central differences, measured relative to the gradient itself.
//
// gradient_check.hpp takes errors below size 1 as they are, element by element. The losses of a graph have gradients
// of the order of 1 / entries, so here the largest error is divided by the largest element, however small that is.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/core/matrix.hpp"

namespace cgsd::testing {

// `loss` must be a function of the present contents of `weights`.
template <class Loss>
double relative_gradient_error(Matrix<double>& weights, const Matrix<double>& gradient, Loss&& loss, double h = 1e-5) {
  double worst = 0.0;
  double scale = 0.0;
  for (std::size_t i = 0; i < weights.values().size(); ++i) {
    const auto loss_at = [&](double w) {
      const double kept = std::exchange(weights.values()[i], w);
      const double value = loss();
      weights.values()[i] = kept;
      return value;
    };
    const double w = weights.values()[i];
    const double difference = (loss_at(w + h) - loss_at(w - h)) / (2.0 * h);
    worst = std::max(worst, std::abs(gradient.values()[i] - difference));
    scale = std::max({scale, std::abs(gradient.values()[i]), std::abs(difference)});
  }
  return scale > 0.0 ? worst / scale : 0.0;
}

}  // namespace cgsd::testing
