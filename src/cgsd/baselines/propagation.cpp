#include "cgsd/baselines/propagation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "cgsd/baselines/input_checks.hpp"
#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

void check_weights(const Graph& graph, std::string_view method) {
  const auto weights = graph.weights();
  const auto bad =
      std::find_if(weights.begin(), weights.end(), [](double w) { return !(w >= 0.0) || !std::isfinite(w); });
  if (bad == weights.end()) return;
  throw InvalidArgument(fmt::format(
      "{}: an edge has weight {}, but weights must be 0 or above and finite; build the graph with binary = true to "
      "forget them",
      method, *bad));
}

double weight_of(const Graph& graph, EntryIndex i) { return graph.weighted() ? graph.weights()[i] : 1.0; }

// √ of the row sums of A + I
std::vector<double> root_degrees(const Graph& graph) {
  std::vector<double> roots(graph.nodes());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    double degree = 1.0;
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) degree += weight_of(graph, i);
    roots[u] = std::sqrt(degree);
  }
  return roots;
}

}  // namespace

Csr<float> propagation_matrix(const Graph& graph, double own_share, std::string_view method) {
  check_undirected(method, graph);
  check_weights(graph, method);
  const std::vector<double> root = root_degrees(graph);
  Csr<float> p;
  p.rows = p.cols = graph.nodes();
  p.columns.reserve(graph.entries() + graph.nodes());
  p.values.reserve(graph.entries() + graph.nodes());
  const auto append = [&](NodeId column, double value) {
    p.columns.push_back(column);
    p.values.push_back(static_cast<float>(value));
  };
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    const double own = own_share + (1.0 - own_share) / root[u] / root[u];
    bool placed = false;  // the loop stands where ascending columns need it
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId v = graph.targets()[i];
      if (!placed && v > u) append(u, own);
      placed = placed || v > u;
      append(v, (1.0 - own_share) * weight_of(graph, i) / root[u] / root[v]);
    }
    if (!placed) append(u, own);
    p.offsets.push_back(p.columns.size());
  }
  return p;
}

}  // namespace cgsd
