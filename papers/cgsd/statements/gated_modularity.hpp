// Modularity under gates, a statement of ours: if edges within communities have the larger mean gate, gating raises
// coverage and moves the modularity of the partition within bounds. With C the share of edges within, g_in and g_out
// the mean gates:
//
//   gated coverage  C_g = C g_in / (C g_in + (1 − C) g_out)                                        an identity
//   coverage part   C_g − C = C (1 − C) (g_in − g_out) / (C g_in + (1 − C) g_out), above 0 if g_in > g_out (premise)
//   gap             Q_g − Q, Q_g the modularity with weights σ(κ)
//   bounds          −(1 − C_g)² / 2 − Q ≤ Q_g − Q ≤ C_g − 1/k − Q, k communities with edges
//
// Upper: Σ p_c² ≥ 1/k for shares p of the volume. Lower: every edge across has an end outside any one community, so p_c
// ≤ (1 + C_g)/2, hence Σ p_c² ≤ (1 + C_g²)/2 and Q_g = C_g − Σ p_c² ≥ −(1 − C_g)²/2. Weights are scaled by the largest,
// so that none of these underflows as a whole. Cost: O(n + m).
#pragma once

#include "cgsd/core/context.hpp"

#include "papers/cgsd/statements/partitioned_graph.hpp"
#include "papers/cgsd/statements/verdict.hpp"

namespace cgsd {

struct GatedModularity {
  double log_gate_within;  // log of the mean gate; NaN if there is no such edge
  double log_gate_cross;
  double coverage;
  double gated_coverage;
  double coverage_gap;
  double modularity;
  double gated_modularity;
  double gap;
  double lowest_gap;
  double highest_gap;
  Verdict verdict = Verdict::premise_not_met;
};

GatedModularity gated_modularity(const PartitionedGraph& parts, const SplitCurvature& curvature, const RunContext& run);

}  // namespace cgsd
