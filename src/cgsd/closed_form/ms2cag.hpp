// M-S²CAG: attributes averaged over walks, a modularity of their similarities, its leading subspace, K-means.
//
//     Z = Σ_(t ≤ T) w_t P^t X,   P = D̃^−1 (A + I),  w_t ∝ α^t, Σ w_t = 1;   Ẑ: rows of Z to length 1
//     M = Ẑ Ẑᵀ − ω ωᵀ / Σ ω,   ω = Ẑ Ẑᵀ 1: what similarities exceed their expectation by; never n × n
//     Q: the c leading eigenvectors of M, rows to length 1
//
// Comes back: K-means of Q, numbered by size, and how the decomposition and K-means ended. How: with s = Ẑᵀ 1, M is
// B Bᵀ of B = Ẑ (I − s sᵀ / sᵀs), so Q are left singular vectors of B. P^t X is D̃^−½ S^t D̃^½ X of the symmetric S
// (propagation.hpp), and the outer factor is lost when rows get length 1.
// Promises: the same bits at any number of threads; not converging is data. Edge weights enter A if the graph has any.
// Cost: O(T (n + m) d), and O(n d) per product of the decomposition; three matrices of n × d floats.
// Source: Lin et al., Spectral subspace clustering for attributed graphs, KDD 2025. Deviations: one T and α for every
// graph, where the authors choose them by hand; the subspace to convergence, where they iterate 50 times.
#pragma once

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/kmeans_evidence.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct Ms2cagOptions {
  std::int32_t communities = 0;
  std::int32_t steps = 10;
  double decay = 0.9;
  AttributeScaling scaling = AttributeScaling::row_length;
  KmeansOptions kmeans{};
};

inline void describe(OptionVisitor& v, Ms2cagOptions& o) {
  v.number("communities", o.communities, {0, 1'000'000}, "how many communities; must be given");
  v.number("steps", o.steps, {0, 10'000}, "T: the longest walk over which attributes are averaged");
  v.number("decay", o.decay, {0.0, 2.0}, "α: what a walk counts against one that is a step shorter");
  v.choice("scaling", o.scaling, "what is done to the attributes first");
  v.group("kmeans", o.kmeans, {"clusters"});
}

struct Ms2cagResult {
  Partition partition{};      // numbered by size
  Matrix<float> embedding{};  // Q; fewer columns if M has a lower rank
  bool converged = true;      // the decomposition
  KmeansEvidence kmeans{};
};

// Throws InvalidArgument without attributes, for a directed graph, for a weight below 0 or not finite, without a number
// of communities, and for more of them than nodes.
Ms2cagResult ms2cag(const AttributedGraphView& input, const Ms2cagOptions& options, const RunContext& run);

}  // namespace cgsd
