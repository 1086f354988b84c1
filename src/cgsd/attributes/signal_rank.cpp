#include "cgsd/attributes/signal_rank.hpp"

#include <algorithm>
#include <cmath>

namespace cgsd {
namespace {

constexpr double kNothing = 1e-9;  // of the largest squared singular value
constexpr double kMargin = 4.0;  // in units of the Tracy–Widom scale: with 2, one matrix of noise in ten has a signal

double noise_edge(const NoisyMatrix& m, double variance) {
  const double sum = std::sqrt(m.rows) + std::sqrt(m.columns);
  const double tracy_widom = sum * std::cbrt(1.0 / std::sqrt(m.rows) + 1.0 / std::sqrt(m.columns));
  return variance * (sum * sum + kMargin * tracy_widom);
}

// The share of a true left vector that is found where its squared singular value is `square`.
double overlap(double square, const NoisyMatrix& m, double variance) {
  const double beta = m.columns / m.rows;
  const double x = square / (variance * m.rows) - 1.0 - beta;
  const double strength = (x + std::sqrt(std::max(x * x - 4.0 * beta, 0.0))) / 2.0;
  if (strength <= 0.0) return 0.0;
  return std::clamp((strength * strength - beta) / (strength * (strength + 1.0)), 0.0, 1.0);
}

}  // namespace

SignalRank signal_rank(std::span<const double> singular_values, const NoisyMatrix& matrix) {
  std::vector<double> squares;
  for (const double sigma : singular_values) {
    if (sigma * sigma > kNothing * singular_values[0] * singular_values[0]) squares.push_back(sigma * sigma);
  }
  SignalRank signal;
  const auto most = std::min(static_cast<double>(squares.size()), matrix.columns - 1.0);
  double rest = matrix.squares;
  double variance = 0.0;
  for (;;) {
    const auto taken = static_cast<double>(signal.rank);
    variance = std::max(rest, 1e-12) / ((matrix.rows - taken) * std::max(matrix.columns - taken, 1.0));
    if (taken >= most || squares[signal.rank] <= noise_edge(matrix, variance)) break;
    rest -= squares[signal.rank++];
  }
  for (std::size_t j = 0; j < signal.rank; ++j) {
    signal.overlaps.push_back(overlap(squares[j], matrix, variance));
    signal.mean_overlap += signal.overlaps.back() / static_cast<double>(signal.rank);
  }
  return signal;
}

}  // namespace cgsd
