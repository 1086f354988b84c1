#include "cgsd/attributes/structural_attributes.hpp"

#include <cmath>
#include <numeric>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/curvature/triangles.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNodes = 1024;
enum Column : std::size_t { log_degree, clustering, neighbour_mean, neighbour_deviation, return_chance, columns };

void describe_node(GraphView graph, NodeId u, std::uint64_t triangle_ends, std::span<double> out) {
  const auto degree = static_cast<double>(graph.degree(u));
  out[log_degree] = std::log1p(degree);
  if (degree == 0.0) return;
  double sum = 0.0;
  double squares = 0.0;
  double back = 0.0;
  for (const NodeId v : graph.neighbours(u)) {
    const auto other = static_cast<double>(graph.degree(v));
    const double x = std::log1p(other);
    sum += x;
    squares += x * x;
    if (other > 0.0) back += 1.0 / (degree * other);
  }
  const double mean = sum / degree;
  out[neighbour_mean] = mean;
  out[neighbour_deviation] = std::sqrt(std::max(0.0, squares / degree - mean * mean));
  out[return_chance] = back;
  // Σ over u's edges of the triangles on them counts each triangle at u twice.
  if (degree > 1.0) out[clustering] = static_cast<double>(triangle_ends) / (degree * (degree - 1.0));
}

Matrix<float> standardised(const Matrix<double>& raw, const RunContext& run) {
  Matrix<float> result(raw.rows(), raw.cols());
  const auto n = static_cast<double>(raw.rows());
  for (std::size_t j = 0; j < raw.cols(); ++j) {
    const auto sum_of = [&](auto&& value) {
      return ordered_sum<double>(run, raw.rows(), kNodes, [&](std::size_t begin, std::size_t end) {
        double sum = 0.0;
        for (std::size_t i = begin; i < end; ++i) sum += value(raw(i, j));
        return sum;
      });
    };
    const double mean = sum_of([](double x) { return x; }) / n;
    const double deviation = std::sqrt(sum_of([&](double x) { return (x - mean) * (x - mean); }) / n);
    if (deviation <= 1e-12 * (1.0 + std::abs(mean))) continue;
    for (std::size_t i = 0; i < raw.rows(); ++i) result(i, j) = static_cast<float>((raw(i, j) - mean) / deviation);
  }
  return result;
}

}  // namespace

Matrix<float> structural_attributes(GraphView graph, const RunContext& run) {
  const auto triangles = graph.directed() ? std::vector<std::uint32_t>{} : triangles_per_entry(graph, run);
  Matrix<double> raw(graph.nodes(), columns);
  parallel_for(run, graph.nodes(), kNodes, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      std::uint64_t ends = 0;
      const auto node = static_cast<NodeId>(u);
      for (EntryIndex i = graph.row_begin(node); i < graph.row_end(node) && !triangles.empty(); ++i)
        ends += triangles[i];
      describe_node(graph, node, ends, raw.row(u));
    }
  });
  return standardised(raw, run);
}

SparseRows identity_attributes(NodeId nodes) {
  SparseRows rows;
  rows.cols = nodes;
  rows.offsets.resize(std::size_t{nodes} + 1);
  std::iota(rows.offsets.begin(), rows.offsets.end(), std::uint64_t{0});
  rows.columns.resize(nodes);
  std::iota(rows.columns.begin(), rows.columns.end(), std::uint32_t{0});
  rows.values.assign(nodes, 1.0f);
  return rows;
}

AttributesView attributes_of(const AttributedGraphView& input, AttributeSource source, Attributes& made,
                             const RunContext& run) {
  const bool there = !input.attributes.none();
  if (source == AttributeSource::given && !there)
    throw InvalidArgument("attributes = given: the input has no attributes");
  if (source == AttributeSource::given || (source == AttributeSource::automatic && there)) return input.attributes;
  if (source == AttributeSource::identity) {
    made = identity_attributes(input.graph.nodes());
  } else {
    made = structural_attributes(input.graph, run);
  }
  return made;
}

}  // namespace cgsd
