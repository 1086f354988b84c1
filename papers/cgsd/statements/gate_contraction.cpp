#include "papers/cgsd/statements/gate_contraction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "cgsd/core/linear_operator.hpp"
#include "cgsd/core/sigmoid.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/spectral/extreme_eigenpairs.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {
namespace {

constexpr double kOne = 1e-6;  // this near to 1 is 1

std::vector<double> log_gates(const PartitionedGraph& parts) {
  std::vector<double> logs(parts.curvature.size());
  std::ranges::transform(parts.curvature, logs.begin(), log_sigmoid);
  return logs;
}

// The unit vectors along D^½ 1_c, all in one: they have no node in common. 0 for a node without edges.
std::vector<double> community_directions(const PartitionedGraph& parts, std::span<const double> log_degree) {
  const auto communities = static_cast<std::size_t>(parts.communities);
  std::vector<double> largest(communities, -std::numeric_limits<double>::infinity());
  for (std::size_t v = 0; v < log_degree.size(); ++v) {
    double& most = largest[static_cast<std::size_t>(parts.community_of[v])];
    most = std::max(most, log_degree[v]);
  }
  std::vector<double> direction(log_degree.size(), 0.0);
  std::vector<double> squares(communities, 0.0);
  for (std::size_t v = 0; v < log_degree.size(); ++v) {
    const auto c = static_cast<std::size_t>(parts.community_of[v]);
    if (!std::isfinite(log_degree[v])) continue;
    direction[v] = std::exp((log_degree[v] - largest[c]) / 2.0);
    squares[c] += direction[v] * direction[v];
  }
  for (std::size_t v = 0; v < direction.size(); ++v) {
    const double square = squares[static_cast<std::size_t>(parts.community_of[v])];
    if (square > 0.0) direction[v] /= std::sqrt(square);
  }
  return direction;
}

// (I − Π) S (I − Π)
class WithinDifferences final : public LinearOperator {
 public:
  WithinDifferences(const PartitionedGraph& parts, const RunContext& run)
      : parts_(parts),
        laplacian_(parts.graph, log_gates(parts), run),
        direction_(community_directions(parts, laplacian_.log_degrees())) {}

  const NormalisedLaplacian& gated() const { return laplacian_; }
  std::size_t size() const override { return parts_.graph.nodes(); }
  void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const override {
    std::vector<double> centred(x.begin(), x.end());
    centre(centred);
    laplacian_.apply(centred, y, run);
    for (std::size_t v = 0; v < y.size(); ++v) y[v] = centred[v] - y[v];  // S = I − L
    centre(y);
  }

 private:
  // x ← (I − Π) x
  void centre(std::span<double> x) const {
    std::vector<double> along(static_cast<std::size_t>(parts_.communities), 0.0);
    for (std::size_t v = 0; v < x.size(); ++v) along[community(v)] += direction_[v] * x[v];
    for (std::size_t v = 0; v < x.size(); ++v) x[v] -= direction_[v] * along[community(v)];
  }
  std::size_t community(std::size_t v) const { return static_cast<std::size_t>(parts_.community_of[v]); }

  const PartitionedGraph& parts_;
  NormalisedLaplacian laplacian_;
  std::vector<double> direction_;
};

// Lanczos cannot start where every product is 0, as with one node to a community.
bool maps_all_to_zero(const LinearOperator& a, const RunContext& run) {
  std::vector<double> x(a.size());
  std::vector<double> y(a.size());
  const RandomStream stream = run.stream("contraction");
  for (std::size_t v = 0; v < x.size(); ++v) x[v] = stream.uniform(v) - 0.5;
  a.apply(x, y, run);
  return std::ranges::all_of(y, [](double value) { return std::abs(value) < 1e-14; });
}

// The size of the eigenvalue at one end. One end at a time: gates tie nodes to pairs that swap what they have, so
// eigenvalues crowd at 1 and at −1, and Lanczos would waver between the two. Where they crowd so that it does not
// converge to many digits, a few must do.
ContractionFactor at_end(const LinearOperator& differences, SpectrumEnd end, const RunContext& run) {
  std::int32_t products = 0;
  for (const double tolerance : {1e-7, 1e-4, 1e-2}) {
    const ExtremePairs found =
        extreme_eigenpairs(differences, {.pairs = 1, .end = end, .max_iterations = 10, .tolerance = tolerance}, run);
    products += found.products;
    if (found.values.empty()) continue;
    return {std::min(1.0, std::abs(found.values.front())), found.residuals.front(), products, found.converged};
  }
  return {0.0, kUndefined, products, false};
}

// The pieces into which the graph falls without the entries that hardly count at one of their ends.
class Pieces {
 public:
  explicit Pieces(const NormalisedLaplacian& gated) : parent_(gated.graph().nodes()) {
    constexpr double kHardly = 1e-9;
    std::iota(parent_.begin(), parent_.end(), NodeId{0});
    const GraphView graph = gated.graph();
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
        const NodeId v = graph.targets()[i];
        const double heavier = std::max(gated.log_degrees()[u], gated.log_degrees()[v]);
        if (std::exp(gated.log_weight(i) - heavier) > kHardly) parent_[of(u)] = of(v);
      }
    }
  }
  NodeId of(NodeId u) {
    while (parent_[u] != u) u = parent_[u] = parent_[parent_[u]];
    return u;
  }

 private:
  std::vector<NodeId> parent_;
};

// What leaves each piece / its volume, at the node that stands for it; 1 elsewhere.
std::vector<double> conductances(const NormalisedLaplacian& gated) {
  const GraphView graph = gated.graph();
  Pieces pieces(gated);
  std::vector<double> scale(graph.nodes(), -std::numeric_limits<double>::infinity());  // the largest log degree
  for (NodeId u = 0; u < graph.nodes(); ++u)
    scale[pieces.of(u)] = std::max(scale[pieces.of(u)], gated.log_degrees()[u]);
  std::vector<double> volume(graph.nodes(), 0.0);
  std::vector<double> leaving(graph.nodes(), 0.0);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    const NodeId piece = pieces.of(u);
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const double weight = std::exp(gated.log_weight(i) - scale[piece]);
      volume[piece] += weight;
      if (pieces.of(graph.targets()[i]) != piece) leaving[piece] += weight;
    }
  }
  for (NodeId u = 0; u < graph.nodes(); ++u) leaving[u] = volume[u] > 0.0 ? leaving[u] / volume[u] : 1.0;
  return leaving;
}

// Disjoint sets K of nodes that at most a share ε of their volume leaves carry 1 − 2ε or more: for x = Σ a_K D^½ 1_K /
// √vol_K of length 1, xᵀ (I − S) x ≤ 2 Σ a_K² cut_K / vol_K. Where they outnumber the communities, one such x is
// orthogonal to all D^½ 1_c, so the factor is in [1 − 2ε, 1]. None where such sets are too few.
std::optional<ContractionFactor> factor_of_pieces(const PartitionedGraph& parts, const NormalisedLaplacian& gated) {
  constexpr double kSmall = 1e-7;
  double largest = 0.0;  // ε
  std::int64_t count = 0;
  for (const double conductance : conductances(gated)) {
    if (conductance > kSmall) continue;
    largest = std::max(largest, conductance);
    ++count;
  }
  if (count <= parts.communities) return std::nullopt;
  return ContractionFactor{.value = 1.0 - 2.0 * largest, .residual = 2.0 * largest};
}

struct Leaks {
  double largest = kUndefined;
  double mean = kUndefined;
  double bound = kUndefined;  // the largest
  std::uint64_t beyond = 0;
};

struct NodeEdges {
  double leak = 0.0;
  double within = 0.0;  // w_u
  double cross = 0.0;   // c_u
};

NodeEdges edges_at(const PartitionedGraph& parts, const NormalisedLaplacian& gated, NodeId u) {
  NodeEdges at;
  for (EntryIndex i = parts.graph.row_begin(u); i < parts.graph.row_end(u); ++i) {
    if (parts.is_within(u, parts.graph.targets()[i])) {
      at.within += 1.0;
    } else {
      at.cross += 1.0;
      at.leak += std::exp(gated.log_weight(i) - gated.log_degrees()[u]);
    }
  }
  at.leak = std::min(at.leak, 1.0);  // but for rounding
  return at;
}

// Bounds for `gap` > 0; other gaps are measured only.
Leaks leaks_of(const PartitionedGraph& parts, double gap, const RunContext& run) {
  const NormalisedLaplacian gated(parts.graph, log_gates(parts), run);
  const double ratio = (1.0 + std::exp(gap - 2.0)) / (1.0 + std::exp(-2.0));  // ρ
  Leaks leaks{.largest = 0.0, .mean = 0.0, .bound = 0.0};
  double nodes = 0.0;
  for (NodeId u = 0; u < parts.graph.nodes(); ++u) {
    if (parts.graph.degree(u) == 0) continue;
    const NodeEdges at = edges_at(parts, gated, u);
    const double bound = at.cross > 0.0 ? at.cross / (at.cross + at.within * ratio) : 0.0;
    nodes += 1.0;
    leaks.mean += at.leak;
    leaks.largest = std::max(leaks.largest, at.leak);
    leaks.bound = std::max(leaks.bound, bound);
    if (!within_bound(at.leak, bound)) ++leaks.beyond;
  }
  if (nodes == 0.0) return {};
  leaks.mean /= nodes;
  if (!(gap > 0.0)) leaks = {.largest = leaks.largest, .mean = leaks.mean, .bound = kUndefined, .beyond = 0};
  return leaks;
}

double gap_of(const SplitCurvature& curvature) {
  if (curvature.within.empty() || curvature.cross.empty()) return kUndefined;
  return curvature.within.front().value - curvature.cross.back().value;
}

}  // namespace

ContractionFactor contraction_factor(const PartitionedGraph& parts, const RunContext& run) {
  if (parts.graph.entries() == 0) return {.value = kUndefined};
  const WithinDifferences differences(parts, run);
  if (const auto one = factor_of_pieces(parts, differences.gated())) return *one;
  if (maps_all_to_zero(differences, run)) return {.products = 1};
  const ContractionFactor top = at_end(differences, SpectrumEnd::largest, run);
  if (top.value >= 1.0 - kOne) return top;  // S has nothing beyond 1
  const ContractionFactor bottom = at_end(differences, SpectrumEnd::smallest, run);
  ContractionFactor larger = top.value >= bottom.value ? top : bottom;
  larger.products = top.products + bottom.products;
  larger.converged = top.converged && bottom.converged;
  if (!top.converged && !bottom.converged) larger.value = kUndefined;
  return larger;
}

GateContraction gate_contraction(const PartitionedGraph& parts, const SplitCurvature& curvature,
                                 const RunContext& run) {
  const double gap = gap_of(curvature);
  const Leaks leaks = leaks_of(parts, gap, run);
  GateContraction result{.gap = gap,
                         .largest_leak = leaks.largest,
                         .mean_leak = leaks.mean,
                         .factor = contraction_factor(parts, run),
                         .leak_bound = leaks.bound,
                         .nodes_beyond = leaks.beyond,
                         .factor_within = kUndefined,
                         .factor_bound = kUndefined};
  if (!(gap > 0.0)) return result;
  result.factor_within = contraction_factor(without_cross_edges(parts), run).value;
  const double slack = leaks.bound < 1.0 ? leaks.bound / (1.0 - leaks.bound) : 1.0;
  result.factor_bound = std::min(1.0, result.factor_within + slack);
  const double error = std::isfinite(result.factor.residual) ? result.factor.residual : 0.0;
  result.verdict = verdict_of(true, leaks.beyond == 0 && !(result.factor.value > result.factor_bound + error + 1e-9));
  return result;
}

}  // namespace cgsd
