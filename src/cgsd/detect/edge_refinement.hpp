// Communities that edges alone made, refined by the block model of their own edges.
//
// In a round every node asks its neighbours, as they were before the round:
//
//   score(a) = ln n_a + Σ_v w_uv ln ((e_(a, c_v) + 1) / (Σ_b e_ab + c)),   e_ab the weight of edge ends in a whose other
//   end is in b
//
// the posterior of a degree-corrected block model as in block_vote.hpp. It moves if another community is more probable by a
// factor of 20 at least: few neighbours are no good witnesses. Rounds go on while the profile likelihood
// Σ_ab e_ab ln (e_ab / (Σ e_a· Σ e_b·)) rises and no community runs empty.
//
// Why: eigenvectors find communities up to a share of wrong nodes; one vote of the neighbours then reaches the optimal rate
// (Gao, Ma, Zhang & Zhou 2017). Neighbours may be alike or not.
// Promises: the same bits at any number of threads; as many communities as before. Cost: O(m c) a round, ten at most.
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
  Partition partition;  // numbered by size
  std::int32_t rounds = 0;
};

EdgeRefinement refined_by_edges(GraphView graph, const Partition& start, const RunContext& run);

// The same clustering with these communities: their centres and inertia among the points that K-means was given.
KmeansResult with_communities(KmeansResult clustering, Partition partition, const Matrix<double>& points,
                              const RunContext& run);

// Nothing changes unless the detection is of edges alone. `graph` as the diffusion read it (GraphRead).
void refine_if_edges_are_alone(Detection& detection, GraphView graph, const RunContext& run);

}  // namespace cgsd
