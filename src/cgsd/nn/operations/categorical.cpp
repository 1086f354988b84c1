#include "cgsd/nn/operations/categorical.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/row_loops.hpp"

namespace cgsd {

template <class T>
Var log_softmax(Tape<T>& tape, Var a) {
  const Var out = make_rows(tape, a, [&](std::span<const T> from, std::span<T> to) {
    const T largest = *std::max_element(from.begin(), from.end());
    T sum = 0;
    for (const T value : from) sum += std::exp(value - largest);
    const T log_sum = std::log(sum);
    for (std::size_t j = 0; j < from.size(); ++j) to[j] = from[j] - largest - log_sum;
  });
  // ∂a_ij = g_ij − e^(y_ij) Σ_k g_ik
  tape.on_backward(out, [&tape, a, out] {
    tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
      for_each_row(tape.run(), gradient.rows(), [&](std::size_t i) {
        const auto g = tape.gradient(out).row(i);
        const auto logs = tape.value(out).row(i);
        const auto to = gradient.row(i);
        T sum = 0;
        for (const T value : g) sum += value;
        for (std::size_t j = 0; j < to.size(); ++j) to[j] = (fresh ? T(0) : to[j]) + (g[j] - std::exp(logs[j]) * sum);
      });
    });
  });
  return out;
}

template <class T>
Var softmax_divergence(Tape<T>& tape, Var a, Var b) {
  const Var log_p = log_softmax(tape, a);
  const Var log_q = log_softmax(tape, b);
  const Matrix<T>& p = tape.value(log_p);
  const Matrix<T>& q = tape.value(log_q);
  assert(p.rows() == q.rows() && p.cols() == q.cols());
  const Var out = tape.make(1, 1, {log_p, log_q});
  const double total = ordered_sum<double>(tape.run(), p.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    double part = 0.0;
    for (std::size_t k = begin * p.cols(); k < end * p.cols(); ++k) {
      const auto log_ratio = static_cast<double>(p.values()[k]) - static_cast<double>(q.values()[k]);
      part += std::exp(static_cast<double>(p.values()[k])) * log_ratio;
    }
    return part;
  });
  const auto rows = static_cast<double>(p.rows());
  tape.result(out)(0, 0) = static_cast<T>(total / rows);
  // ∂log p = p (log p − log q + 1) / rows, ∂log q = −p / rows
  tape.on_backward(out, [&tape, &p, &q, log_p, log_q, out, rows] {
    const T scale = static_cast<T>(static_cast<double>(tape.gradient(out)(0, 0)) / rows);
    deposit_elements(tape, log_p, [&](std::size_t i, std::size_t j) {
      return scale * std::exp(p(i, j)) * (p(i, j) - q(i, j) + T(1));
    });
    deposit_elements(tape, log_q, [&](std::size_t i, std::size_t j) { return -scale * std::exp(p(i, j)); });
  });
  return out;
}

template <class T>
Var straight_through(Tape<T>& tape, Var a) {
  const Var out = make_rows(tape, a, [&](std::span<const T> from, std::span<T> to) {
    std::fill(to.begin(), to.end(), T(0));
    to[static_cast<std::size_t>(std::max_element(from.begin(), from.end()) - from.begin())] = T(1);
  });
  tape.on_backward(
      out, [&tape, a, out] { deposit_elementwise(tape, a, out, [](std::size_t, std::size_t) { return T(1); }); });
  return out;
}

template <class T>
Var gumbel_softmax(Tape<T>& tape, Var a, double temperature, RandomStream stream) {
  const Matrix<T>& x = tape.value(a);
  const Var noise = tape.make(x.rows(), x.cols(), {});
  Matrix<T>& gumbel = tape.result(noise);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
    RandomSequence random(stream.at(i));
    for (T& value : gumbel.row(i)) {
      const double exponential = -std::log(random.uniform_positive());
      value = static_cast<T>(-std::log(std::max(exponential, 0x1p-53)));  // never infinite
    }
  });
  const T factor = static_cast<T>(1.0 / temperature);
  return row_softmax(tape, add(tape, a, noise, factor, factor));
}

#define CGSD_INSTANTIATE(T)                            \
  template Var log_softmax(Tape<T>&, Var);             \
  template Var softmax_divergence(Tape<T>&, Var, Var); \
  template Var straight_through(Tape<T>&, Var);        \
  template Var gumbel_softmax(Tape<T>&, Var, double, RandomStream);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd
