#include "cgsd/spectral/regularised_adjacency.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"
#include "cgsd/spectral/chebyshev.hpp"
#include "cgsd/spectral/extreme_eigenpairs.hpp"
#include "cgsd/spectral/krylov_ends.hpp"

namespace cgsd {

RegularisedAdjacency::RegularisedAdjacency(GraphView graph, double regulariser)
    : graph_(graph), regulariser_(regulariser), inverse_root_(strengths(graph)) {
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

// In the rows Z = R X of the block: R (R W R) X = R² W Z.
template <class T>
void regularised_sums(GraphView graph, std::span<const double> inverse_root, const Matrix<T>& x, Matrix<T>& y,
                      const Recurrence& r, const RunContext& run) {
  std::vector<T> factor(inverse_root.size());
  std::ranges::transform(inverse_root, factor.begin(),
                         [&](double root) { return static_cast<T>(r.product * root * root); });
  neighbour_sums<T>(graph, x, y, {factor, static_cast<T>(r.own), static_cast<T>(r.before)}, run);
}

}  // namespace

void RegularisedAdjacency::apply_block(const Matrix<float>& x, Matrix<float>& y, const Recurrence& r,
                                       const RunContext& run) const {
  regularised_sums(graph_, inverse_root_, x, y, r, run);
}

void RegularisedAdjacency::apply_block(const Matrix<double>& x, Matrix<double>& y, const Recurrence& r,
                                       const RunContext& run) const {
  regularised_sums(graph_, inverse_root_, x, y, r, run);
}

namespace {

constexpr NodeId kByLanczos = 20'000;  // nodes up to which one vector at a time is as fast

// Eigenvalues beyond the bulk stand apart and converge within a few restarts; those in the bulk, which crowd, are not
// worth waiting for.
constexpr std::int32_t kRestarts = 20;

// On a long path the largest crowd too. Many at once converge sooner, and a mixture of such neighbours is as smooth as
// either.
constexpr std::int32_t kAtOnce = 16;
constexpr std::int32_t kPatience = 60;
constexpr double kCrowded = 1e-4;

// Where the bulk ends is a matter of comparison with other graphs, which are measured in the same way.
constexpr std::int32_t kKrylovSteps = 40;

// A part of a graph, from the vectors of the whole.
constexpr double kForComparison = 1e-3;
constexpr std::int32_t kEnoughFromWhole = 20;

// q of the header
double degree_of(GraphView graph, double mean, const RunContext& run) {
  if (!graph.weighted() || entries_of_all(graph, run) == 0) return mean;
  double squares = 0.0;
  for (const double sum : strengths(graph, 2)) squares += sum;
  return mean * mean / mean_over_nodes(graph, squares, run);
}

// λ of strength y = 1.
double edge_of_bulk(const TopologySpectrum& spectrum, std::size_t nodes) {
  return 1.0 / bulk_scale(spectrum, static_cast<double>(nodes));
}

// Lanczos is for one process.
bool by_lanczos(std::size_t nodes, const RunContext& run) { return nodes <= kByLanczos && !several(run); }

// What both solvers find, in the form of the other.
ChebyshevPairs found_by_lanczos(const RegularisedAdjacency& a, const ExtremeOptions& options, const RunContext& run) {
  ExtremePairs found = extreme_eigenpairs(a, options, run);
  ChebyshevPairs out{.values = std::move(found.values),
                     .vectors = Matrix<float>(a.size(), found.vectors.cols()),
                     .residuals = std::move(found.residuals),
                     .converged = found.converged};
  as_eigen(out.vectors) = as_eigen(found.vectors).cast<float>();
  return out;
}

ChebyshevPairs found_by_filters(const RegularisedAdjacency& a, const ExtremeOptions& options,
                                std::optional<double> bulk, const RunContext& run) {
  return chebyshev_pairs(a,
                         {.pairs = options.pairs,
                          .end = options.end,
                          .bulk = bulk,
                          .tolerance = options.tolerance,
                          .start = RandomStream(0).named("topology spectrum")},
                         {}, run);
}

ChebyshevPairs found_from_whole(const RegularisedAdjacency& a, std::int32_t pairs, double bulk,
                                const TopologySpectrum& whole, const RunContext& run) {
  return chebyshev_pairs(a,
                         {.pairs = pairs,
                          .bulk = bulk,
                          .tolerance = kForComparison,
                          .keep_all = true,
                          .enough = kEnoughFromWhole,
                          .near = &whole.vectors,
                          .start = RandomStream(0).named("topology spectrum")},
                         {}, run);
}

TopologySpectrum empty_spectrum(GraphView graph, const RunContext& run) {
  TopologySpectrum out{.regulariser = mean_strength(graph, run)};
  out.degree = degree_of(graph, out.regulariser, run);
  out.vectors = Matrix<float>(graph.nodes(), 0);
  return out;
}

// The first `pairs` of what was found.
TopologySpectrum as_spectrum(TopologySpectrum out, ChebyshevPairs found, std::int32_t pairs) {
  const std::size_t kept = std::min(found.values.size(), static_cast<std::size_t>(pairs));
  found.values.resize(kept);
  found.residuals.resize(kept);
  out.values = std::move(found.values);
  out.residuals = std::move(found.residuals);
  out.in_bulk = found.in_bulk;
  out.same_from = found.same_from;
  out.converged = found.converged;
  if (kept == found.vectors.cols()) {
    out.vectors = std::move(found.vectors);
  } else {
    out.vectors = Matrix<float>(found.vectors.rows(), kept);
    as_eigen(out.vectors) = as_eigen(found.vectors).leftCols(to_index(kept));
  }
  for (const double value : out.values) {
    out.strengths.push_back(std::sqrt(out.degree) * std::abs(value));
    if (out.strengths.back() <= 1.0) continue;
    ++out.beyond_bulk;
    if (value < 0.0) ++out.disassortative;
  }
  return out;
}

TopologySpectrum spectrum_of(GraphView graph, std::int32_t pairs, const ExtremeOptions& options,
                             const RunContext& run) {
  TopologySpectrum out = empty_spectrum(graph, run);
  if (entries_of_all(graph, run) == 0) return out;
  const std::size_t nodes = rows_of_all(run, graph.nodes());
  const RegularisedAdjacency a(graph, out.regulariser);
  std::optional<double> bulk;
  if (options.end == SpectrumEnd::largest_size) bulk = edge_of_bulk(out, nodes);
  ChebyshevPairs found =
      by_lanczos(nodes, run) ? found_by_lanczos(a, options, run) : found_by_filters(a, options, bulk, run);
  return as_spectrum(std::move(out), std::move(found), pairs);
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

TopologySpectrum topology_spectrum_of_part(GraphView part, std::int32_t pairs, const TopologySpectrum& whole,
                                           const RunContext& run) {
  const std::size_t nodes = rows_of_all(run, part.nodes());
  if (nodes <= kByLanczos || entries_of_all(part, run) == 0 || whole.vectors.cols() == 0)
    return topology_spectrum(part, pairs, run);
  TopologySpectrum out = empty_spectrum(part, run);
  const RegularisedAdjacency a(part, out.regulariser);
  ChebyshevPairs found = found_from_whole(a, pairs, edge_of_bulk(out, nodes), whole, run);
  out = as_spectrum(std::move(out), std::move(found), pairs);
  largest_first(out);
  return out;
}

SpectrumEnds spectrum_ends(GraphView graph, const RunContext& run) {
  if (entries_of_all(graph, run) == 0) return {};
  SpectrumEnds ends;
  std::vector<double> values;
  if (by_lanczos(rows_of_all(run, graph.nodes()), run)) {
    const TopologySpectrum joined = assortative_spectrum(graph, 2, run);
    values = topology_spectrum(graph, 4, run).values;
    if (joined.values.size() > 1) ends.second = joined.values[1];
  } else {
    values = krylov_values(RegularisedAdjacency(graph, mean_strength(graph, run)), kKrylovSteps,
                           run.stream("spectrum ends"), run);
    if (values.size() > 1) ends.second = values[1];
  }
  for (const double value : values) ends.lowest = std::min(ends.lowest, value);
  return ends;
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
