// Do neighbours look alike? The excess of their cosine over what the degrees alone would give.
//
// With unit rows q_v, strengths d_v (degrees, or sums of weights) and m = Σ p_v q_v, p_v = d_v / Σ d, an edge of the
// configuration model joins rows whose mean product is ‖m‖²:
//
//   ρ1 = (mean over edges, by weight, of q_u·q_v − ‖m‖²) / (Σ p_v ‖q_v‖² − ‖m‖²) + Σ p_v²
//   ρ2 the same over paths u–w–v, u ≠ v, of weight w_uw w_wv, p_v the share of the paths that end in v
//
// The last term corrects for attributes that are independent of the graph, since a node is not its own neighbour.
// 1: neighbours are the same, 0: as alike as chance, below 0: less.
// In a planted partition ρ1 = λ s and ρ2 = λ² s: λ the strength of the edges, s the share of the attributes' variance
// that communities explain. `significance` is ρ1 in units of its standard deviation if attributes are shuffled, 1 /
// √(m r), m the number of edges ((Σ w)² / 2 Σ w² if they are weighted), r = (tr C)² / tr C² the effective number of
// attributes, C their covariance.
//
// Exact, no sampling. Promises: sums in double; the same bits at any number of threads. Cost: O(m · width + n ·
// width²). 0 if there is nothing to compare.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

inline constexpr double kNoVariance = 1e-12;  // of unit rows, below which there is nothing to compare

struct EdgeAgreement {
  double edges = 0.0;  // ρ1
  double paths = 0.0;  // ρ2
  double significance = 0.0;
  double distant = 0.0;  // ρ4 (walk_agreement.hpp); 0 if it was not measured

  // ρ2 / ρ1, an estimate of λ; 0 if ρ1 is 0
  double strength() const { return edges == 0.0 ? 0.0 : paths / edges; }
};

// Rows are scaled to length 1 first.
EdgeAgreement edge_agreement(GraphView graph, const Matrix<float>& rows, const RunContext& run);

}  // namespace cgsd
