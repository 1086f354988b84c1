#include "cgsd/closed_form/propagation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/input_checks.hpp"
#include "cgsd/learned/graph_convolution.hpp"

namespace cgsd {
namespace {

void check_weights(GraphView graph, std::string_view method) {
  if (const std::string fault = weight_fault(graph); !fault.empty())
    throw InvalidArgument(fmt::format("{}: {}", method, fault));
}

// √ of the row sums of A + I; the loop is counted first
std::vector<double> root_degrees(const Csr<double>& looped) {
  std::vector<double> roots(looped.rows, 1.0);
  for (std::size_t u = 0; u < looped.rows; ++u) {
    for (std::uint64_t p = looped.offsets[u]; p < looped.offsets[u + 1]; ++p) {
      if (looped.columns[p] != u) roots[u] += looped.values[p];
    }
    roots[u] = std::sqrt(roots[u]);
  }
  return roots;
}

}  // namespace

Csr<float> propagation_matrix(GraphView graph, double own_share, std::string_view method) {
  check_undirected(method, graph);
  check_weights(graph, method);
  Csr<double> looped = adjacency_rows<double>(graph, SelfLoops::added);
  const std::vector<double> root = root_degrees(looped);
  Csr<float> p{looped.rows, looped.cols, {}, {}, std::vector<float>(looped.values.size())};
  for (std::size_t u = 0; u < looped.rows; ++u) {
    for (std::uint64_t i = looped.offsets[u]; i < looped.offsets[u + 1]; ++i) {
      const std::size_t v = looped.columns[i];
      const double averaged = (1.0 - own_share) * looped.values[i] / root[u] / root[v];
      p.values[i] = static_cast<float>(u == v ? own_share + averaged : averaged);
    }
  }
  p.offsets = std::move(looped.offsets);
  p.columns = std::move(looped.columns);
  return p;
}

}  // namespace cgsd
