// Theorem 2 (modularity gap) of the paper: under the premise of Theorem 1, h = share of edges within:
// Q(CGSD) − Q(random) ≥ c·Δ/(1/h − 1), c ∈ (0,1).
//
// Q(CGSD) is the modularity of communities that CGSD found, Q(random) the expected one if the same sizes are dealt out
// to the nodes at random: with n_k the sizes, d the degrees and 2m their sum,
//   E Q = p − Σ_k E v_k² / (2m)²,   p = Σ_k n_k (n_k − 1) / (n (n − 1)),
//   E v_k² = (n_k / n) Σ d² + n_k (n_k − 1) / (n (n − 1)) · ((2m)² − Σ d²).
// The largest c that fits is (Q(CGSD) − Q(random)) (1/h − 1) / Δ. Cost: O(n + m).
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// E Q of communities of these sizes, dealt out at random; NaN without edges.
double random_modularity(GraphView graph, std::span<const std::int32_t> community_of);

// The bound without its constant: Δ / (1/h − 1).
double modularity_gap_bound(double gap, double share_within);

struct ModularityGap {
  double modularity;  // Q(CGSD)
  double random;      // Q(random)
  double bound;       // Δ/(1/h − 1)
  double largest_constant;
  double gain() const { return modularity - random; }
};

// `gap` is Δ, `share_within` is h.
struct GapPremise {
  double gap = 0.0;
  double share_within = 0.0;
};
ModularityGap modularity_gap(GraphView graph, std::span<const std::int32_t> found, const GapPremise& premise,
                             const RunContext& run);

}  // namespace cgsd
