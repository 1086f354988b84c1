// Expected gap in the degree-corrected block model, a statement of ours: the gap of mean curvature within and across
// communities is what such a model of this graph and partition predicts. The model keeps degrees and the numbers m_rs
// of edges between communities, and matches the edge ends that this leaves free at random.
//
//   an end in community r is at a node of mean degree q_r = Σ_v∈r d_v² / Σ_v∈r d_v, so an edge between r and s has
//   E κ = 4 − q_r − q_s, and
//   predicted gap = Σ_r m_rr (4 − 2 q_r) / m_in − Σ_r<s m_rs (4 − q_r − q_s) / m_out
//
// 0 if all communities have the same q: then the model's curvature tells nothing about communities.
// The ends within r are a random 2 m_rr of its e_r ends, drawn without repetition. With v_r the variance of the degree
// at an end, their sum over all communities has variance V = Σ_r 2 m_rr v_r (e_r − 2 m_rr) / (e_r − 1), and the gap,
// which is linear in that sum, the standard deviation (1/m_in + 1/m_out) √V. Verdict: |measured − predicted| ≤ 3
// standard deviations, which Chebyshev grants at least 8 of 9 graphs of the model. Premise: edges within and edges
// across. Cost: O(n + m).
#pragma once

#include "papers/cgsd/statements/partitioned_graph.hpp"
#include "papers/cgsd/statements/verdict.hpp"

namespace cgsd {

struct BlockModelGap {
  double measured;
  double predicted;
  double deviation;
  Verdict verdict = Verdict::premise_not_met;
};

BlockModelGap block_model_gap(const PartitionedGraph& parts);

}  // namespace cgsd
