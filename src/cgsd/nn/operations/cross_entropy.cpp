#include "cgsd/nn/operations/cross_entropy.hpp"

#include <cmath>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/nn/operations/categorical.hpp"
#include "cgsd/nn/row_loops.hpp"

namespace cgsd {
namespace {

// target(i, j) is the target of one element.
template <class T, class Target>
Var binary_cross_entropy_of(Tape<T>& tape, Var logits, Target target) {
  const Matrix<T>& x = tape.value(logits);
  const auto elements = static_cast<double>(x.values().size());
  const Var out = tape.make(1, 1, {logits});
  // −t log σ(x) − (1 − t) log(1 − σ(x)) = max(x, 0) − x t + log(1 + e^−|x|)
  const double total = ordered_sum<double>(tape.run(), x.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    double part = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < x.cols(); ++j) {
        const auto logit = static_cast<double>(x(i, j));
        part += std::max(logit, 0.0) - logit * target(i, j) + std::log1p(std::exp(-std::abs(logit)));
      }
    }
    return part;
  });
  tape.result(out)(0, 0) = static_cast<T>(total / elements);
  // ∂x = (σ(x) − t) / elements
  tape.on_backward(out, [&tape, &x, logits, out, target, elements] {
    const double scale = static_cast<double>(tape.gradient(out)(0, 0)) / elements;
    deposit_elements(tape, logits, [&](std::size_t i, std::size_t j) {
      const double chance = sigmoid(static_cast<double>(x(i, j)));
      return static_cast<T>(scale * (chance - target(i, j)));
    });
  });
  return out;
}

}  // namespace

template <class T>
Var binary_cross_entropy(Tape<T>& tape, Var logits, double target) {
  return binary_cross_entropy_of(tape, logits, [target](std::size_t, std::size_t) { return target; });
}

template <class T>
Var binary_cross_entropy(Tape<T>& tape, Var logits, const Matrix<T>& targets) {
  assert(targets.rows() == tape.value(logits).rows() && targets.cols() == tape.value(logits).cols());
  return binary_cross_entropy_of(
      tape, logits, [&targets](std::size_t i, std::size_t j) { return static_cast<double>(targets(i, j)); });
}

template <class T>
Var softmax_cross_entropy(Tape<T>& tape, Var logits, Targets targets) {
  const Var logs = log_softmax(tape, logits);
  const Matrix<T>& y = tape.value(logs);
  assert(targets.size() == y.rows());
  const Var out = tape.make(1, 1, {logs});
  const double total = ordered_sum<double>(tape.run(), y.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    double part = 0.0;
    for (std::size_t i = begin; i < end; ++i) part -= static_cast<double>(y(i, targets[i]));
    return part;
  });
  const auto rows = static_cast<double>(y.rows());
  tape.result(out)(0, 0) = static_cast<T>(total / rows);
  tape.on_backward(out, [&tape, logs, out, targets, rows] {
    const T each = static_cast<T>(-static_cast<double>(tape.gradient(out)(0, 0)) / rows);
    deposit_elements(tape, logs, [&](std::size_t i, std::size_t j) { return j == targets[i] ? each : T(0); });
  });
  return out;
}

#define CGSD_INSTANTIATE(T)                                           \
  template Var binary_cross_entropy(Tape<T>&, Var, double);           \
  template Var binary_cross_entropy(Tape<T>&, Var, const Matrix<T>&); \
  template Var softmax_cross_entropy(Tape<T>&, Var, Targets);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd
