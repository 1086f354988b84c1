// Step 5a: the k-NN graph of the embedding, re-weighted by the curvature of the original graph (CSpec).
//
//   A_w(u,v) = σ(α κ_(e*)) on the edges {u,v} of the k-NN graph, σ(x) = 1/(1 + e^−x)
//   e*  nearest_edge  the original edge at u or v whose midpoint (H_a + H_b)/2 is nearest to (H_u + H_v)/2: {u,v}
//                     itself if it is an edge; ties to the lexicographically lower edge
//       same_edge     {u,v} itself if it is an edge (either direction of a directed graph)
//   A pair without such an edge has κ = 0. In a directed graph nearest_edge takes an edge to be at the node it leaves.
//
// σ underflows below κ ≈ −745 and Squirrel reaches −3,800, so weights stay logarithms: log σ(x) = −log(1 + e^−x).
// Promises: every log weight is finite; the same bits at any number of threads. Cost: nearest_edge O(Σ_(u,v) (d_u +
// d_v) · width), same_edge O(edges · log d).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

enum class EdgeChoice { nearest_edge, same_edge };
constexpr auto enum_names(EdgeChoice) {
  return std::array{EnumName<EdgeChoice>{EdgeChoice::nearest_edge, "nearest_edge"},
                    EnumName<EdgeChoice>{EdgeChoice::same_edge, "same_edge"}};
}

struct CurvatureAffinityOptions {
  EdgeChoice edge = EdgeChoice::nearest_edge;
  double alpha = 1.0;
};

inline void describe(OptionVisitor& v, CurvatureAffinityOptions& o) {
  v.choice("edge", o.edge, "which original edge lends its curvature to a pair of neighbours");
  v.number("alpha", o.alpha, {.low = 0.0}, "how strongly curvature counts; 0: not at all");
}

struct Affinity {
  Graph graph;                     // the k-NN graph
  std::vector<double> log_weight;  // one per entry, both entries of an edge equal
  // self_tuning: neighbours requested per node, its unit, and the distance of its last neighbour; else empty
  std::int32_t neighbours = 0;
  std::vector<double> local_scale{};
  std::vector<double> reach{};
};

// The original graph with its curvature, one value per entry.
struct CurvedGraph {
  GraphView graph;
  std::span<const double> curvature;
};

template <class T>
Affinity curvature_affinity(Graph knn, const Matrix<T>& embedding, const CurvedGraph& original,
                            const CurvatureAffinityOptions& options, const RunContext& run);

}  // namespace cgsd
