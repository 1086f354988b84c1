// Leak and contraction bound, a statement of ours: if curvature separates communities, the gated walk hardly leaves
// them and contracts what differs within them. With weights σ(κ), D their sums at the nodes, S = D^−½ A D^−½:
//
//   leak ℓ_u     share of the weight at u that crosses a border
//   factor       ‖(I − Π) S (I − Π)‖, Π the projection on span{D^½ 1_c}: by what one step of the walk shrinks, at
//                least, what is left of a signal once the mean of every community (weighted by D) is taken away
//   premise      Δ = min κ within − max κ across > 0
//   leak bound   ℓ_u ≤ 1 / (1 + (w_u / c_u) ρ), ρ = (1 + e^(Δ − 2)) / (1 + e^−2), w_u and c_u the numbers of edges of u
//                within and across: max κ ≤ 2 (curvature_bounds.hpp), so σ(within) / σ(across) ≥ ρ
//   factor bound μ + L / (1 − L), L the largest leak bound, μ the factor of the communities without the edges across
//                (docs/notes/statements.md has the proof)
//
// The factor is measured in any case, bounds only under the premise. Weights are logarithms throughout (laplacian.hpp).
// Promises: the same bits at any number of threads. Cost: O(m) per product of Lanczos.
#pragma once

#include <cstdint>

#include "cgsd/core/context.hpp"

#include "papers/cgsd/statements/partitioned_graph.hpp"
#include "papers/cgsd/statements/verdict.hpp"

namespace cgsd {

struct ContractionFactor {
  double value = 0.0;         // never above the true one; NaN if there are no edges or nothing converged
  double residual = 0.0;      // how far the true one may be, at least
  std::int32_t products = 0;  // 0: known without Lanczos, from the pieces that gates leave
  bool converged = true;
};

ContractionFactor contraction_factor(const PartitionedGraph& parts, const RunContext& run);

struct GateContraction {
  double gap;           // Δ; NaN if a side has no edges
  double largest_leak;  // NaN if there are no edges
  double mean_leak;     // over the nodes with edges
  ContractionFactor factor;
  double leak_bound;               // the largest; NaN if the premise is not met, as the ones below
  std::uint64_t nodes_beyond = 0;  // whose leak is above its own bound
  double factor_within;            // μ
  double factor_bound;             // at most 1, which S never exceeds
  Verdict verdict = Verdict::premise_not_met;
};

GateContraction gate_contraction(const PartitionedGraph& parts, const SplitCurvature& curvature, const RunContext& run);

}  // namespace cgsd
