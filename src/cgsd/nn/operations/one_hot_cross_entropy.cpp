#include "cgsd/nn/operations/one_hot_cross_entropy.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/nn/row_loops.hpp"

namespace cgsd {
namespace {

// What the logits Z W + b are made of, and what they should say.
template <class T>
struct OneHotLogits {
  const Matrix<T>& z;
  const Matrix<T>& weights;
  const Matrix<T>& bias;
  Targets targets;
};

// The column of the one in a one-hot row.
template <class T>
std::size_t one_of(std::span<const T> row) {
  const auto place = static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
  assert(row[place] == T(1));
  return place;
}

// softmax of every row of `table` in place; returns the logarithms of the sums
template <class T>
std::vector<double> softmax_table(Matrix<T>& table, const RunContext& run) {
  std::vector<double> log_sums(table.rows());
  parallel_for(run, table.rows(), 1, [&](std::size_t k, std::size_t) {
    const auto row = table.row(k);
    const auto largest = static_cast<double>(*std::max_element(row.begin(), row.end()));
    double sum = 0.0;
    for (const T x : row) sum += std::exp(static_cast<double>(x) - largest);
    log_sums[k] = largest + std::log(sum);
    for (T& x : row) x = static_cast<T>(std::exp(static_cast<double>(x) - log_sums[k]));
  });
  return log_sums;
}

// ∂z_i = scale (Q_k − W_target), k the one of row i, Q = (W Pᵀ)ᵀ, P the softmax of every kind of row
template <class T>
void deposit_one_hot(Tape<T>& tape, Var z, const OneHotLogits<T>& logits, const Matrix<T>& chances, T scale) {
  if (!tape.needs_gradient(z)) return;
  Matrix<T> expected(chances.rows(), logits.weights.rows());
  parallel_for(tape.run(), chances.rows(), 1, [&](std::size_t k, std::size_t) {
    for (std::size_t j = 0; j < expected.cols(); ++j)
      expected(k, j) = static_cast<T>(dot<T>(chances.row(k), logits.weights.row(j)));
  });
  tape.deposit(z, [&](Matrix<T>& gradient, bool fresh) {
    for_each_row(tape.run(), gradient.rows(), [&](std::size_t i) {
      const auto mean = expected.row(one_of(logits.z.row(i)));
      const auto to = gradient.row(i);
      for (std::size_t j = 0; j < to.size(); ++j)
        to[j] = (fresh ? T(0) : to[j]) + scale * (mean[j] - logits.weights(j, logits.targets[i]));
    });
  });
}

// ∂W_k = scale (rows of kind k · P_k − how often each target occurs among them), ∂b = Σ_k ∂W_k
template <class T>
void deposit_one_hot_layer(Tape<T>& tape, LinearLayer layer, const OneHotLogits<T>& logits, const Matrix<T>& chances,
                           double scale) {
  Matrix<double> flow(chances.rows(), chances.cols());
  std::vector<double> rows_of_kind(chances.rows(), 0.0);
  for (std::size_t i = 0; i < logits.z.rows(); ++i) {
    const std::size_t k = one_of(logits.z.row(i));
    flow(k, logits.targets[i]) -= 1.0;
    rows_of_kind[k] += 1.0;
  }
  for_each_row(tape.run(), flow.rows(), [&](std::size_t k) {
    for (std::size_t j = 0; j < flow.cols(); ++j)
      flow(k, j) = scale * (flow(k, j) + rows_of_kind[k] * static_cast<double>(chances(k, j)));
  });
  deposit_elements(tape, layer.weights, [&](std::size_t k, std::size_t j) { return static_cast<T>(flow(k, j)); });
  deposit_elements(tape, layer.bias, [&](std::size_t, std::size_t j) {
    double sum = 0.0;
    for (std::size_t k = 0; k < flow.rows(); ++k) sum += flow(k, j);
    return static_cast<T>(sum);
  });
}

template <class T>
OneHotLogits<T> one_hot_logits(const Tape<T>& tape, Var z, LinearLayer layer, Targets targets) {
  const OneHotLogits<T> logits{tape.value(z), tape.value(layer.weights), tape.value(layer.bias), targets};
  assert(logits.z.cols() == logits.weights.rows() && targets.size() == logits.z.rows());
  assert(logits.bias.rows() == 1 && logits.bias.cols() == logits.weights.cols());
  return logits;
}

}  // namespace

template <class T>
Var one_hot_cross_entropy(Tape<T>& tape, Var z, LinearLayer layer, Targets targets) {
  const OneHotLogits<T> logits = one_hot_logits(tape, z, layer, targets);
  const auto logit = [&](std::size_t k, std::size_t j) { return logits.weights(k, j) + logits.bias(0, j); };
  const Var chances = tape.make(logits.weights.rows(), logits.weights.cols(), {});
  Matrix<T>& table = tape.result(chances);
  for_each_row(tape.run(), table.rows(), [&](std::size_t k) {
    for (std::size_t j = 0; j < table.cols(); ++j) table(k, j) = logit(k, j);
  });
  const std::vector<double> log_sums = softmax_table(table, tape.run());
  const double total =
      ordered_sum<double>(tape.run(), targets.size(), kRowBlock, [&](std::size_t begin, std::size_t end) {
        double part = 0.0;
        for (std::size_t i = begin; i < end; ++i) {
          const std::size_t k = one_of(logits.z.row(i));
          part += log_sums[k] - static_cast<double>(logit(k, targets[i]));
        }
        return part;
      });
  const auto rows = static_cast<double>(targets.size());
  const Var out = tape.make(1, 1, {z, layer.weights, layer.bias});
  tape.result(out)(0, 0) = static_cast<T>(total / rows);
  tape.on_backward(out, [&tape, z, layer, out, logits, chances, rows] {
    const double scale = static_cast<double>(tape.gradient(out)(0, 0)) / rows;
    deposit_one_hot(tape, z, logits, tape.value(chances), static_cast<T>(scale));
    deposit_one_hot_layer(tape, layer, logits, tape.value(chances), scale);
  });
  return out;
}

#define CGSD_INSTANTIATE(T) template Var one_hot_cross_entropy(Tape<T>&, Var, LinearLayer, Targets);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd
