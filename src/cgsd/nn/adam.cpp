#include "cgsd/nn/adam.hpp"

#include <cmath>

#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

// The constants of one step, as the scalar of the computation.
template <class T>
struct Step {
  T beta1, beta2, rate, root_scale, l2, epsilon;
};

// By value, and told that no element depends on another: only so does the loop become vector instructions. `from` may
// be the same array as `w`.
template <class T>
void update(const Step<T> s, const T* g_in, const T* from, T* w, T* mean, T* square, std::size_t count) {
#ifndef __clang__  // which needs no such promise to vectorise behind a check at run time
#pragma GCC ivdep
#endif
  for (std::size_t i = 0; i < count; ++i) {
    const T g = g_in[i] + s.l2 * from[i];
    mean[i] = s.beta1 * mean[i] + (T(1) - s.beta1) * g;
    square[i] = s.beta2 * square[i] + (T(1) - s.beta2) * g * g;
    w[i] = from[i] - s.rate * mean[i] / (std::sqrt(square[i]) * s.root_scale + s.epsilon);
  }
}

}  // namespace

template <class T>
void adam_step(const Matrix<T>& from, Matrix<T>& weights, const AdamGradient<T>& gradient, const AdamOptions& o,
               const RunContext& run) {
  AdamMoments<T>& moments = gradient.moments;
  if (weights.rows() != from.rows() || weights.cols() != from.cols()) weights = Matrix<T>(from.rows(), from.cols());
  if (moments.mean.rows() != weights.rows() || moments.mean.cols() != weights.cols()) {
    moments = {Matrix<T>(weights.rows(), weights.cols()), Matrix<T>(weights.rows(), weights.cols())};
  }
  const auto t = static_cast<double>(gradient.step);
  const Step<T> constants{static_cast<T>(o.beta1),
                          static_cast<T>(o.beta2),
                          static_cast<T>(o.learning_rate / (1.0 - std::pow(o.beta1, t))),
                          static_cast<T>(1.0 / std::sqrt(1.0 - std::pow(o.beta2, t))),
                          static_cast<T>(o.l2),
                          static_cast<T>(o.epsilon)};
  parallel_for(run, weights.values().size(), 16384, [&](std::size_t begin, std::size_t end) {
    update(constants, gradient.value.data() + begin, from.data() + begin, weights.data() + begin,
           moments.mean.data() + begin, moments.square.data() + begin, end - begin);
  });
}

template void adam_step(const Matrix<float>&, Matrix<float>&, const AdamGradient<float>&, const AdamOptions&,
                        const RunContext&);
template void adam_step(const Matrix<double>&, Matrix<double>&, const AdamGradient<double>&, const AdamOptions&,
                        const RunContext&);

}  // namespace cgsd
