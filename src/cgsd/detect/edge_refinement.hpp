// Communities that edges alone made, refined by the block model of their own edges.
//
// Every node v has a share p_va in each community a: at first .9 in its own, the rest evenly. In a round it goes half-way to what its
// neighbours say, by the shares they had before the round:
//
//   p_va ∝ n_a Π_b ((e_ab + 1) / (Σ_b e_ab + c))^N_vb,   N = A p,   e = pᵀ A p,   n_a = Σ_v p_va
//
// the posterior of a degree-corrected block model. After the last round (at most 30) a node moves if another community is more probable
// than its own by a factor of e, N_vb / φ in place of N_vb: neighbours of a node depend on each other in real graphs. How much tells
// Pearson's dispersion of the counts around a node, for the communities a_v of the largest shares,
//
//   φ = max(1, mean over v of Σ_b (N_vb − E_vb)² / E_vb / (c − 1)),   E_vb = d_v e_(a_v, b) / Σ_b e_(a_v, b)
//
// 1 in a block model; weights that are unequal make it larger, too. If a community would run empty or the profile likelihood
// Σ_ab e_ab ln (e_ab / (Σ e_a· Σ e_b·)) would not rise, all stays as it was.
//
// Why: eigenvectors find communities up to a share of wrong nodes; votes of the neighbours then reach the optimal rate
// (Gao, Ma, Zhang & Zhou 2017), and shares keep those who are not sure from being counted as if they were. Neighbours may be alike or not.
// Promises: the same bits at any number of threads; as many communities as before. Cost: O(m c + n c²) a round, 8 n c bytes; nothing
// is done if n c is above 2²⁷.
#pragma once

#include <cstdint>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct Detection;

// Σ_ab e_ab ln (e_ab / (Σ e_a· Σ e_b·)): how probable communities make the edges. O(m).
double edge_likelihood(GraphView graph, const Partition& partition, const RunContext& run);

struct EdgeRefinement {
  Partition partition;      // numbered by size
  std::uint64_t moved = 0;  // nodes of all processes
};

EdgeRefinement refined_by_edges(GraphView graph, const Partition& start, const RunContext& run);

// The same clustering with these communities: their centres and inertia among the points that K-means was given.
KmeansResult with_communities(KmeansResult clustering, Partition partition, const Matrix<double>& points,
                              const RunContext& run);

// Whether edges are alone, or show communities far more clearly than attributes do (TopologyView).
bool edges_decide(const Detection& detection);

// Nothing changes unless edges decide. `graph` as the diffusion read it (GraphRead).
void refine_if_edges_decide(Detection& detection, GraphView graph, const RunContext& run);

}  // namespace cgsd
