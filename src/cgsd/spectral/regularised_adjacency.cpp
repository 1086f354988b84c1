#include "cgsd/spectral/regularised_adjacency.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/spectral/extreme_eigenpairs.hpp"

namespace cgsd {

RegularisedAdjacency::RegularisedAdjacency(GraphView graph, double regulariser)
    : graph_(graph), inverse_root_(strengths(graph)) {
  for (double& value : inverse_root_) value = 1.0 / std::sqrt(value + regulariser);
}

// y ← (D + t I)^−½ W (D + t I)^−½ x, rows [begin, end)
void RegularisedAdjacency::apply_rows(std::span<const double> x, std::span<double> y, std::size_t begin,
                                      std::size_t end) const {
  const auto targets = graph_.targets();
  const auto weights = graph_.weights();
  for (std::size_t u = begin; u < end; ++u) {
    double sum = 0.0;
    if (weights.empty()) {
      for (const NodeId v : graph_.neighbours(static_cast<NodeId>(u))) sum += inverse_root_[v] * x[v];
    } else {
      for (EntryIndex i = graph_.offsets()[u]; i < graph_.offsets()[u + 1]; ++i)
        sum += weights[i] * (inverse_root_[targets[i]] * x[targets[i]]);
    }
    y[u] = inverse_root_[u] * sum;
  }
}

void RegularisedAdjacency::apply(std::span<const double> x, std::span<double> y, const RunContext& run) const {
  parallel_for(run, graph_.nodes(), 1024, [&](std::size_t begin, std::size_t end) { apply_rows(x, y, begin, end); });
}

namespace {

// Eigenvalues beyond the bulk stand apart and converge within a few restarts; those in the bulk, which crowd, are not
// worth waiting for.
constexpr std::int32_t kRestarts = 20;

// On a long path the largest crowd too. Many at once converge sooner, and a mixture of such neighbours is as smooth as
// either.
constexpr std::int32_t kAtOnce = 16;
constexpr std::int32_t kPatience = 60;
constexpr double kCrowded = 1e-4;

// q of the header
double degree_of(GraphView graph, double mean) {
  if (!graph.weighted() || graph.entries() == 0) return mean;
  double squares = 0.0;
  for (const double sum : strengths(graph, 2)) squares += sum;
  return mean * mean / (squares / static_cast<double>(graph.nodes()));
}

// The first `pairs` of what the options find.
TopologySpectrum spectrum_of(GraphView graph, std::int32_t pairs, const ExtremeOptions& options,
                             const RunContext& run) {
  TopologySpectrum out{.regulariser = mean_strength(graph)};
  out.degree = degree_of(graph, out.regulariser);
  out.vectors = Matrix<double>(graph.nodes(), 0);
  if (graph.entries() == 0) return out;
  ExtremePairs found = extreme_eigenpairs(RegularisedAdjacency(graph, out.regulariser), options, run);
  const std::size_t kept = std::min(found.values.size(), static_cast<std::size_t>(pairs));
  out.values.assign(found.values.begin(), found.values.begin() + to_index(kept));
  out.vectors = Matrix<double>(graph.nodes(), kept);
  as_eigen(out.vectors) = as_eigen(found.vectors).leftCols(to_index(kept));
  out.converged = found.converged;
  for (const double value : out.values) {
    out.strengths.push_back(std::sqrt(out.degree) * std::abs(value));
    if (out.strengths.back() <= 1.0) continue;
    ++out.beyond_bulk;
    if (value < 0.0) ++out.disassortative;
  }
  return out;
}

// No λ of a matrix without negative entries is larger in size than the largest λ (Perron, Frobenius), but −λ may be as
// large: a graph of two sides has it.
void largest_first(TopologySpectrum& spectrum) {
  const auto above = std::ranges::find_if(spectrum.values, [](double value) { return value > 0.0; });
  if (above == spectrum.values.begin() || above == spectrum.values.end()) return;
  const auto j = static_cast<std::size_t>(above - spectrum.values.begin());
  std::swap(spectrum.values[0], spectrum.values[j]);
  std::swap(spectrum.strengths[0], spectrum.strengths[j]);
  for (std::size_t v = 0; v < spectrum.vectors.rows(); ++v) std::swap(spectrum.vectors(v, 0), spectrum.vectors(v, j));
}

}  // namespace

double bulk_scale(const TopologySpectrum& spectrum, double nodes) {
  return std::sqrt(spectrum.degree / std::max(1.0 - spectrum.degree / nodes, 1e-9));
}

TopologySpectrum topology_spectrum(GraphView graph, std::int32_t pairs, const RunContext& run) {
  TopologySpectrum out =
      spectrum_of(graph, pairs, {.pairs = pairs, .end = SpectrumEnd::largest_size, .max_iterations = kRestarts}, run);
  largest_first(out);
  return out;
}

TopologySpectrum assortative_spectrum(GraphView graph, std::int32_t pairs, const RunContext& run) {
  return spectrum_of(graph, pairs,
                     {.pairs = std::max(pairs, kAtOnce),
                      .end = SpectrumEnd::largest,
                      .max_iterations = kPatience,
                      .tolerance = kCrowded},
                     run);
}

}  // namespace cgsd
