// Do neighbours look alike? The excess of their cosine over what the degrees alone would give.
//
// With unit rows q_v, degrees d_v and m = Σ d_v q_v / Σ d_v, in the configuration model an edge joins rows whose mean
// product is ‖m‖²:
//
//   ρ1 = (mean over edges of q_u·q_v − ‖m‖²) / (Σ d_v ‖q_v‖² / Σ d_v − ‖m‖²)
//   ρ2 the same over paths u–w–v, u ≠ v, nodes weighted by the number of paths that end in them
//
// 1: neighbours are the same, 0: as alike as chance, below 0: less. In a planted partition ρ1 = λ s and ρ2 = λ² s, λ
// the strength of the edges and s the share of the attributes' variance that communities explain. Rows of zeros count
// as they are. Exact, no sampling. Promises: sums in double; the same bits at any number of threads. Cost: O(m ·
// width). 0 where there is nothing to compare.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct EdgeAgreement {
  double edges = 0.0;  // ρ1
  double paths = 0.0;  // ρ2
};

// Rows are scaled to length 1 first.
EdgeAgreement edge_agreement(const Graph& graph, const Matrix<float>& rows, const RunContext& run);

}  // namespace cgsd
