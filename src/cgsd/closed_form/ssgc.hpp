// Simple spectral graph convolution: attributes averaged over neighbourhoods of many sizes, then K-means.
//
//     H = α X + (1 − α) / K · Σ_(t = 1 … K) P^t X,   P = D̃^−½ (A + I) D̃^−½ (propagation.hpp)
//
// Comes back: a partition, numbered by size, and how K-means ended. How: X are the attributes with every row divided by
// its sum (`scaling` = row_sum), the published pre-processing of bags of words; H in K sparse products; rows of H
// scaled to length 1; K-means.
//
// Promises: the same bits at any number of threads. Edge weights enter A if the graph has any; a node without edges
// keeps its attributes. Cost: O(K (n + m) d) and three matrices of n × d floats: H is dense whatever X is.
// Source: Zhu & Koniusz, Simple spectral graph convolution, ICLR 2021. Deviation: a clustering script in circulation
// reads H through a singular value decomposition and picks K by the spread within clusters; here K is fixed and H
// itself is clustered.
#pragma once

#include <cstdint>

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/kmeans_evidence.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct SsgcOptions {
  std::int32_t communities = 0;
  std::int32_t steps = 12;
  double alpha = 0.05;
  AttributeScaling scaling = AttributeScaling::row_sum;
  KmeansOptions kmeans{};
};

inline void describe(OptionVisitor& v, SsgcOptions& o) {
  v.number("communities", o.communities, {0, 1'000'000}, "how many communities; must be given");
  v.number("steps", o.steps, {1, 10'000}, "K: the largest neighbourhood, in steps");
  v.number("alpha", o.alpha, {0.0, 1.0}, "α: share of a node's own attributes");
  v.choice("scaling", o.scaling, "what is done to the attributes first");
  v.group("kmeans", o.kmeans, {"clusters"});
}

struct SsgcResult {
  Partition partition{};      // numbered by size
  Matrix<float> embedding{};  // H, rows of length 1
  KmeansEvidence kmeans{};
};

// Throws InvalidArgument without attributes, for a directed graph, for a weight below 0 or not finite, without a number
// of communities, and for more of them than nodes.
SsgcResult ssgc(const AttributedGraphView& input, const SsgcOptions& options, const RunContext& run);

}  // namespace cgsd
