// Adam (Kingma & Ba 2015, Algorithm 1) with the L2 term added to the gradient, as the original papers of our methods do
// (not decoupled as in AdamW):  g ← g + λ w,  m ← β1 m + (1 − β1) g,  v ← β2 v + (1 − β2) g²,
// w ← w − η · m/(1 − β1^t) / (√(v/(1 − β2^t)) + ε).
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

struct AdamOptions {
  double learning_rate = 0.01;
  double l2 = 5e-4;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
};

inline void describe(OptionVisitor& v, AdamOptions& o) {
  v.number("learning_rate", o.learning_rate, {.low = 0.0}, "step size η");
  v.number("l2", o.l2, {.low = 0.0}, "weight λ of the L2 term, added to the gradient");
  v.number("beta1", o.beta1, {0.0, 1.0}, "decay of the mean of gradients");
  v.number("beta2", o.beta2, {0.0, 1.0}, "decay of the mean of squared gradients");
  v.number("epsilon", o.epsilon, {.low = 0.0}, "added to the root of the latter");
}

// What Adam remembers of one weight matrix.
template <class T>
struct AdamMoments {
  Matrix<T> mean;
  Matrix<T> square;
};

template <class T>
struct AdamGradient {
  const Matrix<T>& value;
  AdamMoments<T>& moments;  // those of the wrong shape are started at zero
  std::int64_t step;        // counts from 1
};

// weights ← from − one step; the two may be the same matrix.
template <class T>
void adam_step(const Matrix<T>& from, Matrix<T>& weights, const AdamGradient<T>& gradient, const AdamOptions& options,
               const RunContext& run);

// The same in place.
template <class T>
void adam_step(Matrix<T>& weights, const Matrix<T>& gradient, AdamMoments<T>& moments, std::int64_t step,
               const AdamOptions& options, const RunContext& run) {
  adam_step<T>(weights, weights, {gradient, moments, step}, options, run);
}

}  // namespace cgsd
