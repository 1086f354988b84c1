// Lemma 1 (suppression) of the paper: κ_e ≤ κ₋ < 0 ⇒ σ(κ_e) ≤ 1/(1 + e^|κ₋|).
//
// Comes back: how often it was put to the test, and how often it failed. Every edge is compared with every threshold
// κ₋ < 0 at or above its curvature that is itself a curvature of the graph. Both sides as logarithms: they underflow
// from κ = −745 down. The right side is written as the lemma has it, not as σ(κ₋), which it equals.
// Cost: O(distinct values²).
#pragma once

#include <cstdint>

#include "papers/cgsd/statements/value_counts.hpp"

namespace cgsd {

struct Suppression {
  std::uint64_t edges = 0;       // with κ < 0: the premise is met for them
  std::uint64_t thresholds = 0;  // values of κ₋
  std::uint64_t violations = 0;  // pairs of an edge and a threshold
  double closed_share = 0.0;     // of all edges: σ(κ) < 0.01, the gate lets next to nothing through
};

Suppression suppression(const ValueCounts& curvature);

// σ(first) / σ(second), without underflow: what the text calls separation.
double gate_ratio(double first, double second);

}  // namespace cgsd
