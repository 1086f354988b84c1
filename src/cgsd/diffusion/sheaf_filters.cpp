#include "cgsd/diffusion/sheaf_filters.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/sparse_product.hpp"

namespace cgsd {
namespace {

Matrix<float> step(const Csr<float>& s, const Matrix<float>& z, const RunContext& run) {
  Matrix<float> out(z.rows(), z.cols());
  multiply(s, z, out, true, run);
  return out;
}

// to += factor · from
void add(Matrix<float>& to, const Matrix<float>& from, double factor, const RunContext& run) {
  const auto scale = static_cast<float>(factor);
  parallel_for(run, to.values().size(), 16384, [&](std::size_t begin, std::size_t end) {
    const float weight = scale;
    float* const target = to.data();
    const float* const source = from.data();
    for (std::size_t i = begin; i < end; ++i) target[i] += weight * source[i];
  });
}

double squares(const Matrix<float>& m, std::size_t rows, const RunContext& run) {
  return ordered_sum<double>(run, rows, 256, [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      for (const float x : m.row(i)) sum += static_cast<double>(x) * static_cast<double>(x);
    }
    return sum;
  });
}

constexpr double kLeastShare = 1e-3;

// w_1 … w_K of the header
std::vector<double> step_weights(const PullFilter& filter, double nodes) {
  const double share = std::max(filter.share, kLeastShare);
  const double own = share / (1.0 - share);
  const double kept = filter.strength * filter.strength;
  std::vector<double> weight(static_cast<std::size_t>(filter.steps));
  double precision = own;
  for (std::size_t k = weight.size(); k-- > 0;) {
    weight[k] = filter.mean_degree * filter.strength / (1.0 + precision * (1.0 - kept));
    precision = own + filter.mean_degree * kept / (1.0 / precision + 1.0 - kept);
  }
  for (std::size_t k = 1; k < weight.size(); ++k) weight[k] *= weight[k - 1];
  for (double& w : weight) w = std::clamp(w, -nodes, nodes);
  return weight;
}

}  // namespace

Csr<float> symmetric_normalised(GraphView graph, std::span<const double> weight, const RunContext& run) {
  std::vector<double> inverse_root(graph.nodes(), 0.0);
  parallel_for(run, graph.nodes(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      double sum = 0.0;
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) sum += weight[i];
      inverse_root[u] = sum > 0.0 ? 1.0 / std::sqrt(sum) : 0.0;
    }
  });
  std::vector<double> value(graph.entries());
  parallel_for(run, graph.nodes(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i)
        value[i] = inverse_root[u] * weight[i] * inverse_root[graph.targets()[i]];
    }
  });
  return to_csr<float>(graph, value);
}

Matrix<float> push_apart(const Csr<float>& s, const Matrix<float>& z, double strength, const RunContext& run) {
  Matrix<float> out = z;
  Matrix<float> power = step(s, z, run);
  add(out, power, -strength, run);
  power = step(s, power, run);
  add(out, power, strength * strength, run);
  return out;
}

Matrix<float> pull_together(const Csr<float>& s, const Matrix<float>& z, const PullFilter& filter,
                            const RunContext& run) {
  const std::size_t measured = filter.measured > 0 ? filter.measured : z.rows();
  Matrix<float> out = z;
  Matrix<float> power = z;
  for (const double weight : step_weights(filter, static_cast<double>(measured))) {
    power = step(s, power, run);
    add(out, power, weight, run);
  }
  const double before = squares(z, measured, run);
  const double after = squares(out, measured, run);
  if (after > 0.0) add(out, out, std::sqrt(before / after) - 1.0, run);
  for (std::size_t u = 0; u < z.rows(); ++u) {
    if (s.offsets[u] == s.offsets[u + 1]) std::ranges::copy(z.row(u), out.row(u).begin());
  }
  return out;
}

}  // namespace cgsd
