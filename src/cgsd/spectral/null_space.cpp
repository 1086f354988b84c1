#include "cgsd/spectral/null_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cgsd/core/eigen.hpp"
#include "cgsd/graph/components.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kInvisible = 1e-17;

// The graph of the entries that floating point can see.
Graph visible_graph(const NormalisedLaplacian& laplacian) {
  const GraphView graph = laplacian.graph();
  std::vector<EntryIndex> offsets = {0};
  std::vector<NodeId> targets;
  offsets.reserve(graph.nodes() + 1);
  targets.reserve(graph.entries());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (laplacian.normalised()[i] > kInvisible) targets.push_back(graph.targets()[i]);
    }
    offsets.push_back(targets.size());
  }
  return {std::move(offsets), std::move(targets), {}, false};
}

// The components of the visible graph that carry a null vector. A component may also lose weight over invisible
// entries: two nodes joined by e^−100 to each other and to a node of degree 1 are cut off for floating point, yet half
// of their weight leads away, and their smallest eigenvalue is not 0.
std::vector<NodeId> closed_components(const NormalisedLaplacian& laplacian, const Components& components) {
  constexpr double kClosed = 1e-13;
  const GraphView graph = laplacian.graph();
  std::vector<double> peak(components.count(), -std::numeric_limits<double>::infinity());
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    double& highest = peak[components.component_of[v]];
    highest = std::max(highest, laplacian.log_degrees()[v]);
  }
  std::vector<double> volume(components.count(), 0.0);
  std::vector<double> leak(components.count(), 0.0);
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    const NodeId c = components.component_of[v];
    if (graph.degree(v) == 0) continue;
    volume[c] += std::exp(laplacian.log_degrees()[v] - peak[c]);
    for (EntryIndex i = graph.row_begin(v); i < graph.row_end(v); ++i) {
      if (components.component_of[graph.targets()[i]] != c) leak[c] += std::exp(laplacian.log_weight(i) - peak[c]);
    }
  }
  std::vector<NodeId> closed;
  for (NodeId c = 0; c < components.count(); ++c) {
    if (components.sizes[c] > 1 && leak[c] <= kClosed * volume[c]) closed.push_back(c);
  }
  return closed;
}

}  // namespace

Matrix<double> null_space(const NormalisedLaplacian& laplacian, const RunContext& run) {
  const Components components = connected_components(visible_graph(laplacian), run);
  const std::vector<NodeId> closed = closed_components(laplacian, components);
  const auto columns = to_index(closed.size());
  std::vector<Index> column(components.count(), -1);
  for (Index j = 0; j < columns; ++j) column[closed[static_cast<std::size_t>(j)]] = j;
  std::vector<double> peak(closed.size(), -std::numeric_limits<double>::infinity());
  const auto for_each_member = [&](auto&& visit) {
    for (NodeId v = 0; v < laplacian.size(); ++v) {
      if (const Index j = column[components.component_of[v]]; j >= 0) visit(v, j, laplacian.log_degrees()[v]);
    }
  };
  const double largest = laplacian.size() == 0 ? 0.0 : std::ranges::max(laplacian.log_degrees());
  for_each_member([&](NodeId, Index j, double log_degree) {
    double& highest = peak[static_cast<std::size_t>(j)];
    highest = std::max(highest, log_degree);
  });
  MatrixXd z = MatrixXd::Zero(to_index(laplacian.size()), columns);
  VectorXd a = VectorXd::Zero(columns);
  for_each_member([&](NodeId v, Index j, double log_degree) {
    z(v, j) = std::exp((log_degree - peak[static_cast<std::size_t>(j)]) / 2.0);
    a(j) += std::exp(log_degree - largest);
  });
  for (Index j = 0; j < columns; ++j) z.col(j).normalize();
  a = a.cwiseSqrt().normalized();
  VectorXd w = a;
  if (columns > 0) w(0) -= 1.0;
  if (columns > 1 && w.norm() >= 1e-15) {
    w.normalize();
    z = (z - 2.0 * (z * w) * w.transpose()).eval();
  }
  Matrix<double> basis(laplacian.size(), closed.size());
  as_eigen(basis) = z;
  return basis;
}

}  // namespace cgsd
