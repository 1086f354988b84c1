#include "cgsd/nn/operations/normalisation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cgsd/nn/row_loops.hpp"

namespace cgsd {
namespace {

constexpr double kShortestRow = 1e-12;

// The mean of every column.
template <class T>
std::vector<double> column_means(const Matrix<T>& x, const RunContext& run) {
  auto means = ordered_column_sums(run, x.rows(), x.cols(), [&](std::size_t i, std::span<double> part) {
    for (std::size_t j = 0; j < part.size(); ++j) part[j] += static_cast<double>(x(i, j));
  });
  for (double& mean : means) mean /= static_cast<double>(x.rows());
  return means;
}

// 1 / s_j, or 0 for a column whose spread is no more than the rounding of its mean.
template <class T>
std::vector<double> inverse_deviations(const Matrix<T>& x, const std::vector<double>& means, const RunContext& run) {
  auto inverse = ordered_column_sums(run, x.rows(), x.cols(), [&](std::size_t i, std::span<double> part) {
    for (std::size_t j = 0; j < part.size(); ++j) {
      const double d = static_cast<double>(x(i, j)) - means[j];
      part[j] += d * d;
    }
  });
  const double freedom = static_cast<double>(x.rows()) - 1.0;
  for (std::size_t j = 0; j < inverse.size(); ++j) {
    const double deviation = freedom > 0.0 ? std::sqrt(inverse[j] / freedom) : 0.0;
    const double rounding = static_cast<double>(std::numeric_limits<T>::epsilon()) * std::abs(means[j]);
    inverse[j] = deviation > rounding ? 1.0 / deviation : 0.0;
  }
  return inverse;
}

}  // namespace

template <class T>
Var normalise_rows(Tape<T>& tape, Var a) {
  const Matrix<T>& x = tape.value(a);
  const Var inverse = tape.make(x.rows(), 1, {});
  const Var out = tape.make(x.rows(), x.cols(), {a});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
    const double norm = std::sqrt(dot<T>(x.row(i), x.row(i)));
    const T factor = norm > kShortestRow ? static_cast<T>(1.0 / norm) : T(0);
    tape.result(inverse)(i, 0) = factor;
    for (std::size_t j = 0; j < x.cols(); ++j) y(i, j) = factor * x(i, j);
  });
  // ∂a_i = (g_i − (g_i·y_i) y_i) / ‖a_i‖
  tape.on_backward(out, [&tape, a, inverse, out] {
    tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
      for_each_row(tape.run(), gradient.rows(), [&](std::size_t i) {
        const auto g = tape.gradient(out).row(i);
        const auto unit = tape.value(out).row(i);
        const auto to = gradient.row(i);
        const T along = static_cast<T>(dot<T>(g, unit));
        const T factor = tape.value(inverse)(i, 0);
        for (std::size_t j = 0; j < to.size(); ++j) to[j] = (fresh ? T(0) : to[j]) + factor * (g[j] - along * unit[j]);
      });
    });
  });
  return out;
}

template <class T>
Var standardise_columns(Tape<T>& tape, Var a) {
  const Matrix<T>& x = tape.value(a);
  const auto means = column_means(x, tape.run());
  auto inverse = inverse_deviations(x, means, tape.run());
  const Var out = tape.make(x.rows(), x.cols(), {a});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
    for (std::size_t j = 0; j < x.cols(); ++j)
      y(i, j) = static_cast<T>((static_cast<double>(x(i, j)) - means[j]) * inverse[j]);
  });
  // ∂a_ij = (g_ij − mean_j(g) − y_ij Σ_k g_kj y_kj / (rows − 1)) / s_j
  tape.on_backward(out, [&tape, a, out, inverse = std::move(inverse)] {
    if (!tape.needs_gradient(a)) return;
    const Matrix<T>& g = tape.gradient(out);
    const Matrix<T>& z = tape.value(out);
    const auto g_means = column_means(g, tape.run());
    const auto along = ordered_column_sums(tape.run(), g.rows(), g.cols(), [&](std::size_t i, std::span<double> part) {
      for (std::size_t j = 0; j < part.size(); ++j)
        part[j] += static_cast<double>(g(i, j)) * static_cast<double>(z(i, j));
    });
    const double freedom = std::max(1.0, static_cast<double>(g.rows()) - 1.0);
    deposit_elements(tape, a, [&](std::size_t i, std::size_t j) {
      const double straight = static_cast<double>(g(i, j)) - g_means[j];
      return static_cast<T>((straight - static_cast<double>(z(i, j)) * along[j] / freedom) * inverse[j]);
    });
  });
  return out;
}

template <class T>
Var scaled_cosine_error(Tape<T>& tape, Var cosines, double gamma) {
  const Matrix<T>& c = tape.value(cosines);
  const auto rows = static_cast<double>(c.rows());
  // Rounding may push a cosine past 1.
  const auto distance = [&c](std::size_t i) { return std::max(0.0, 1.0 - static_cast<double>(c(i, 0))); };
  const Var out = tape.make(1, 1, {cosines});
  const double total = ordered_sum<double>(tape.run(), c.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    double part = 0.0;
    for (std::size_t i = begin; i < end; ++i) part += std::pow(distance(i), gamma);
    return part;
  });
  tape.result(out)(0, 0) = static_cast<T>(total / rows);
  // ∂c_i = −γ (1 − c_i)^(γ−1) / rows
  tape.on_backward(out, [&tape, cosines, out, distance, gamma, rows] {
    const double factor = -gamma / rows * static_cast<double>(tape.gradient(out)(0, 0));
    deposit_elements(tape, cosines, [&](std::size_t i, std::size_t) {
      return static_cast<T>(factor * std::pow(distance(i), gamma - 1.0));
    });
  });
  return out;
}

#define CGSD_INSTANTIATE(T)                        \
  template Var normalise_rows(Tape<T>&, Var);      \
  template Var standardise_columns(Tape<T>&, Var); \
  template Var scaled_cosine_error(Tape<T>&, Var, double);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd
