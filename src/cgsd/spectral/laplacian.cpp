#include "cgsd/spectral/laplacian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowBlock = 1024;

// log Σ e^x without overflow or underflow of the sum.
double log_sum_exp(std::span<const double> values) {
  if (values.empty()) return -std::numeric_limits<double>::infinity();
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0.0;
  for (const double x : values) sum += std::exp(x - largest);
  return largest + std::log(sum);
}

}  // namespace

NormalisedLaplacian::NormalisedLaplacian(GraphView graph, std::span<const double> log_weight, const RunContext& run)
    : graph_(graph),
      log_weight_(log_weight.begin(), log_weight.end()),
      log_degree_(graph.nodes()),
      value_(graph.entries()) {
  if (graph.directed()) throw InvalidArgument("the Laplacian needs an undirected graph");
  log_weight_.resize(graph.entries(), 0.0);
  const std::span<const double> logs = log_weight_;
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      log_degree_[u] = log_sum_exp(logs.subspan(graph.offsets()[u], graph.offsets()[u + 1] - graph.offsets()[u]));
    }
  });
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) {
        value_[i] = std::exp(log_normalised(static_cast<NodeId>(u), i));
      }
    }
  });
}

// y ← x − N x, rows [begin, end)
void NormalisedLaplacian::apply_rows(std::span<const double> x, std::span<double> y, std::size_t begin,
                                     std::size_t end) const {
  const auto offsets = graph_.offsets();
  const auto targets = graph_.targets();
  for (std::size_t u = begin; u < end; ++u) {
    double sum = 0.0;
    for (EntryIndex i = offsets[u]; i < offsets[u + 1]; ++i) sum += value_[i] * x[targets[i]];
    y[u] = x[u] - sum;
  }
}

void NormalisedLaplacian::apply(std::span<const double> x, std::span<double> y, const RunContext& run) const {
  parallel_for(run, graph_.nodes(), kRowBlock,
               [&](std::size_t begin, std::size_t end) { apply_rows(x, y, begin, end); });
}

// y ← p (x − N x) + o x + b y = −p N x + (p + o) x + b y
template <class T>
void NormalisedLaplacian::apply_columns(const Matrix<T>& x, Matrix<T>& y, const Recurrence& r,
                                        const RunContext& run) const {
  const GraphView normalised(graph_.offsets(), graph_.targets(), value_);
  neighbour_sums<T>(normalised, x, y,
                    {static_cast<T>(-r.product), static_cast<T>(r.product + r.own), static_cast<T>(r.before)}, run);
}

void NormalisedLaplacian::apply_block(const Matrix<float>& x, Matrix<float>& y, const Recurrence& r,
                                      const RunContext& run) const {
  apply_columns(x, y, r, run);
}

void NormalisedLaplacian::apply_block(const Matrix<double>& x, Matrix<double>& y, const Recurrence& r,
                                      const RunContext& run) const {
  apply_columns(x, y, r, run);
}

}  // namespace cgsd
