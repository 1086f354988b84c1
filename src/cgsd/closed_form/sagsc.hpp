// Scalable attributed-graph subspace clustering: smoothed attributes, a polynomial kernel on their subspace, K-means.
//
//     H = P^p X,  P = D̃^−½ (A + I) D̃^−½ (propagation.hpp);   U the c leading left singular vectors of H
//     φ(u) = (u_i²; √2 u_i u_j, i < j; √(2b) u_i; b),  so that φ(u)·φ(v) = (u·v + b)²;  b = 1/√2
//     F = φ(U) with row v divided by the square root of Σ_w φ(u_v)·φ(u_w), which is φ(U) (φ(U)ᵀ 1): never n × n
//
// Comes back: K-means of the left singular vectors 2 … c + 1 of F, numbered by size, and how both decompositions and
// K-means ended. Promises: the same bits at any number of threads; not converging is data. Edge weights enter A if the
// graph has any. Cost: O(p (n + m) d), and n × (c + 1)(c + 2) / 2 floats for F.
// Source: Fettal, Labiod & Nadif, AAAI 2023. Deviations: one p for every graph, where the authors choose it by hand; rows
// of X of length 1 (`scaling`), where the authors take tf-idf for words.
#pragma once

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/kmeans_evidence.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct SagscOptions {
  std::int32_t communities = 0;
  std::int32_t steps = 10;
  AttributeScaling scaling = AttributeScaling::row_length;
  KmeansOptions kmeans{};
};

inline void describe(OptionVisitor& v, SagscOptions& o) {
  v.number("communities", o.communities, {0, 1'000'000}, "how many communities; must be given");
  v.number("steps", o.steps, {0, 10'000}, "p: how far attributes are averaged over neighbours");
  v.choice("scaling", o.scaling, "what is done to the attributes first");
  v.group("kmeans", o.kmeans, {"clusters"});
}

struct SagscResult {
  Partition partition{};      // numbered by size
  Matrix<float> embedding{};  // singular vectors 2 … c + 1 of F; fewer columns if its rank is lower
  bool converged = true;      // both decompositions
  KmeansEvidence kmeans{};
};

// Throws InvalidArgument without attributes, for a directed graph, for a weight below 0 or not finite, without a number
// of communities, and for more of them than nodes.
SagscResult sagsc(const AttributedGraphView& input, const SagscOptions& options, const RunContext& run);

}  // namespace cgsd
