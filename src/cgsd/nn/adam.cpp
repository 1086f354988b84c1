#include "cgsd/nn/adam.hpp"

#include <cmath>

#include "cgsd/core/parallel.hpp"

namespace cgsd {

template <class T>
void adam_step(Matrix<T>& weights, const Matrix<T>& gradient, AdamMoments<T>& moments, std::int64_t step,
               const AdamOptions& o, const RunContext& run) {
  if (moments.mean.rows() != weights.rows() || moments.mean.cols() != weights.cols()) {
    moments = {Matrix<T>(weights.rows(), weights.cols()), Matrix<T>(weights.rows(), weights.cols())};
  }
  const T beta1 = static_cast<T>(o.beta1);
  const T beta2 = static_cast<T>(o.beta2);
  const T rate = static_cast<T>(o.learning_rate / (1.0 - std::pow(o.beta1, static_cast<double>(step))));
  const T root_scale = static_cast<T>(1.0 / std::sqrt(1.0 - std::pow(o.beta2, static_cast<double>(step))));
  const T l2 = static_cast<T>(o.l2);
  const T epsilon = static_cast<T>(o.epsilon);
  T* const w = weights.data();
  const T* const g_in = gradient.data();
  T* const mean = moments.mean.data();
  T* const square = moments.square.data();
  parallel_for(run, weights.values().size(), 16384, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const T g = g_in[i] + l2 * w[i];
      mean[i] = beta1 * mean[i] + (T(1) - beta1) * g;
      square[i] = beta2 * square[i] + (T(1) - beta2) * g * g;
      w[i] -= rate * mean[i] / (std::sqrt(square[i]) * root_scale + epsilon);
    }
  });
}

template void adam_step(Matrix<float>&, const Matrix<float>&, AdamMoments<float>&, std::int64_t, const AdamOptions&,
                        const RunContext&);
template void adam_step(Matrix<double>&, const Matrix<double>&, AdamMoments<double>&, std::int64_t, const AdamOptions&,
                        const RunContext&);

}  // namespace cgsd
