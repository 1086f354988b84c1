// Theorem 1 (contraction) of the paper. Premise: min κ within − max κ across ≥ Δ > 0 (over all edges). Then for
// y_u = y_v: ‖S̃²(e_u − e_v)‖ ≤ (1 − c(Δ))² ‖e_u − e_v‖, c(Δ) ∈ (0,1) rising with Δ; the proof takes
// c(Δ) = k_within σ(Δ)/d_max and σ(κ_e) ≥ σ(Δ) on edges within.
//
// Ã_uv = σ(κ_e)/√(d_u d_v), S̃ = D^−½ Ã D^−½. The paper leaves D and k_within open. D: the row sums of Ã, as usual, or
// the degrees d (WalkScaling). k_within: the smallest number of edges within at a node, the reading that a bound for
// every pair needs.
//
// Of a pair, the largest c that its inequality allows is 1 − r^½, r = ‖S̃²(e_u − e_v)‖ / ‖e_u − e_v‖; with G = S̃⁴,
// 2 r² = G_uu + G_vv − 2 G_uv. Columns of G come from four products each, the diagonal from sums over paths of length 2.
// On more than 3,000 nodes pairs have one end in an even sample of 512 nodes.
// Promises: the same bits at any number of threads. Cost: O(n m), sampled O(512 m + Σ d²).
#pragma once

#include <cstdint>

#include "cgsd/core/context.hpp"

#include "papers/cgsd/statements/partitioned_graph.hpp"

namespace cgsd {

struct ContractionPremise {
  double gap;           // min κ within − max κ across; NaN if a side has no edges, as the next
  double gap_of_means;  // what the paper's table prints as Δ
  double inner_degree;  // k_within
  double largest_degree;
  double constant_of_proof;  // k_within σ(Δ)/d_max, Δ the gap if it is above 0, else that of the means
  double step_share;         // of the edges within: σ(κ_e) ≥ σ(Δ), same Δ

  bool is_met() const { return gap > 0.0; }
};
ContractionPremise contraction_premise(const PartitionedGraph& parts, const SplitCurvature& curvature);

enum class WalkScaling { by_sums, by_degrees };

struct PairContraction {
  double smallest_constant = 1.0;  // of the pairs with y_u = y_v: no larger c works for all of them
  double smallest_across = 1.0;    // of the other pairs
  std::uint64_t pairs = 0;         // with y_u = y_v
  std::uint64_t pairs_beyond = 0;  // of them: not with `constant`
};

// `constant`: the c that is put to the test.
PairContraction pair_contraction(const PartitionedGraph& parts, WalkScaling scaling, double constant,
                                 const RunContext& run);

}  // namespace cgsd
