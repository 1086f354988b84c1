#include "cgsd/diffusion/sheaf_filters.hpp"

#include <cmath>

#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/sparse_product.hpp"
#include "cgsd/matrix/unit_rows.hpp"

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

// Rows divided by the square root of their length; a row of zeros stays.
void half_way_to_the_sphere(Matrix<float>& rows, const RunContext& run) {
  parallel_for(run, rows.rows(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double length = row_length<float>(rows.row(i));
      if (length > 0.0) divide_row(rows.row(i), std::sqrt(length));
    }
  });
}

// The sum of the weights of a node's entries.
double strength_of(GraphView graph, std::span<const double> weight, std::size_t u) {
  double sum = 0.0;
  for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) sum += weight[i];
  return sum;
}

}  // namespace

Csr<float> symmetric_normalised(GraphView graph, std::span<const double> weight, const RunContext& run) {
  std::vector<double> inverse_root(graph.nodes(), 0.0);
  parallel_for(run, graph.nodes(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const double sum = strength_of(graph, weight, u);
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

// Row u of the graph with u itself before its first larger neighbour.
Csr<float> self_looped(GraphView graph, std::span<const double> weight, WalkSign sign, const RunContext& run) {
  const std::size_t nodes = graph.nodes();
  std::vector<double> inverse_root(nodes);
  parallel_for(run, nodes, 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) inverse_root[u] = 1.0 / std::sqrt(1.0 + strength_of(graph, weight, u));
  });
  Csr<float> out{.rows = nodes, .cols = nodes, .offsets = {}, .columns = {}, .values = {}};
  for (std::size_t u = 0; u <= nodes; ++u) out.offsets.push_back(graph.offsets()[u] + u);
  out.columns.resize(graph.entries() + nodes);
  out.values.resize(graph.entries() + nodes);
  const double factor = sign == WalkSign::equal ? 1.0 : -1.0;
  parallel_for(run, nodes, 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      std::size_t to = out.offsets[u];
      const auto put = [&](std::size_t v, double value) {
        out.columns[to] = static_cast<std::uint32_t>(v);
        out.values[to++] = static_cast<float>(inverse_root[u] * value * inverse_root[v]);
      };
      EntryIndex i = graph.offsets()[u];
      const EntryIndex last = graph.offsets()[u + 1];
      for (; i < last && graph.targets()[i] < u; ++i) put(graph.targets()[i], factor * weight[i]);
      put(u, 1.0);
      for (; i < last; ++i) put(graph.targets()[i], factor * weight[i]);
    }
  });
  return out;
}

Matrix<float> push_apart(const Csr<float>& s, const Matrix<float>& z, double strength, const RunContext& run) {
  Matrix<float> out = z;
  Matrix<float> power = step(s, z, run);
  add(out, power, -strength, run);
  power = step(s, power, run);
  add(out, power, strength * strength, run);
  return out;
}

Matrix<float> pull_together(const Csr<float>& looped, const Matrix<float>& z, const PullFilter& filter,
                            const RunContext& run) {
  Matrix<float> out = z;
  Matrix<float> power = z;
  for (std::int32_t t = 0; t < filter.steps; ++t) {
    power = step(looped, power, run);
    add(out, power, 1.0, run);
  }
  half_way_to_the_sphere(out, run);
  const std::size_t measured = filter.measured > 0 ? filter.measured : z.rows();
  const double before = squares(z, measured, run);
  const double after = squares(out, measured, run);
  if (after > 0.0) add(out, out, std::sqrt(before / after) - 1.0, run);
  return out;
}

}  // namespace cgsd
