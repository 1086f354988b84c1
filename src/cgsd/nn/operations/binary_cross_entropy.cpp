#include "cgsd/nn/operations/binary_cross_entropy.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/nn/row_loops.hpp"

namespace cgsd {

template <class T>
Var binary_cross_entropy(Tape<T>& tape, Var logits, double target) {
  const Matrix<T>& x = tape.value(logits);
  const auto elements = static_cast<double>(x.values().size());
  const Var out = tape.make(1, 1, {logits});
  // −t log σ(x) − (1 − t) log(1 − σ(x)) = max(x, 0) − x t + log(1 + e^−|x|)
  const double total = ordered_sum<double>(tape.run(), x.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    double part = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < x.cols(); ++j) {
        const auto logit = static_cast<double>(x(i, j));
        part += std::max(logit, 0.0) - logit * target + std::log1p(std::exp(-std::abs(logit)));
      }
    }
    return part;
  });
  tape.result(out)(0, 0) = static_cast<T>(total / elements);
  // ∂x = (σ(x) − t) / elements
  tape.on_backward(out, [&tape, &x, logits, out, target, elements] {
    const double scale = static_cast<double>(tape.gradient(out)(0, 0)) / elements;
    deposit_elements(tape, logits, [&](std::size_t i, std::size_t j) {
      return static_cast<T>(scale * (sigmoid(static_cast<double>(x(i, j))) - target));
    });
  });
  return out;
}

template Var binary_cross_entropy(Tape<float>&, Var, double);
template Var binary_cross_entropy(Tape<double>&, Var, double);

}  // namespace cgsd
