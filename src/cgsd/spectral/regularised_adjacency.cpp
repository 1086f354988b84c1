#include "cgsd/spectral/regularised_adjacency.hpp"

#include <cmath>

#include "cgsd/core/parallel.hpp"
#include "cgsd/spectral/extreme_eigenpairs.hpp"

namespace cgsd {

RegularisedAdjacency::RegularisedAdjacency(GraphView graph, double regulariser)
    : graph_(graph), inverse_root_(graph.nodes()) {
  for (NodeId v = 0; v < graph.nodes(); ++v)
    inverse_root_[v] = 1.0 / std::sqrt(static_cast<double>(graph.degree(v)) + regulariser);
}

// y ← (D + t I)^−½ A (D + t I)^−½ x, rows [begin, end)
void RegularisedAdjacency::apply_rows(std::span<const double> x, std::span<double> y, std::size_t begin,
                                      std::size_t end) const {
  for (std::size_t u = begin; u < end; ++u) {
    double sum = 0.0;
    for (const NodeId v : graph_.neighbours(static_cast<NodeId>(u))) sum += inverse_root_[v] * x[v];
    y[u] = inverse_root_[u] * sum;
  }
}

void RegularisedAdjacency::apply(std::span<const double> x, std::span<double> y, const RunContext& run) const {
  parallel_for(run, graph_.nodes(), 1024, [&](std::size_t begin, std::size_t end) { apply_rows(x, y, begin, end); });
}

// Eigenvalues beyond the bulk stand apart and converge within a few restarts; those in the bulk, which crowd, are not
// worth waiting for.
constexpr std::int32_t kRestarts = 20;

double mean_degree(GraphView graph) {
  return graph.nodes() == 0 ? 0.0 : static_cast<double>(graph.entries()) / static_cast<double>(graph.nodes());
}

TopologySpectrum topology_spectrum(GraphView graph, std::int32_t pairs, const RunContext& run) {
  TopologySpectrum out{.regulariser = mean_degree(graph)};
  out.vectors = Matrix<double>(graph.nodes(), 0);
  if (graph.entries() == 0) return out;
  ExtremePairs found =
      extreme_eigenpairs(RegularisedAdjacency(graph, out.regulariser),
                         {.pairs = pairs, .end = SpectrumEnd::largest_size, .max_iterations = kRestarts}, run);
  out.values = std::move(found.values);
  out.vectors = std::move(found.vectors);
  out.converged = found.converged;
  for (const double value : out.values) {
    out.strengths.push_back(std::sqrt(out.regulariser) * std::abs(value));
    if (out.strengths.back() <= 1.0) continue;
    ++out.beyond_bulk;
    if (value < 0.0) ++out.disassortative;
  }
  return out;
}

}  // namespace cgsd
