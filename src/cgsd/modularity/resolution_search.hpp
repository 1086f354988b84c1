// Searches the resolution γ at which a method finds a given number of communities.
//
// The number grows with γ, though a heuristic's need not grow at every step. Two values are certain (symbols in
// weighted_network.hpp): two sets joined by an edge gain by merging if γ < 4 w_min / W, for K_A K_B ≤ W² / 4, so
// below that there are as many communities as components; and no edge is worth having if γ > max w_uv W / (k_u k_v),
// so above that every node is alone.
//
// How: from a first γ in steps of a factor 4 towards the target until it is bracketed or the certain value is reached,
// then bisection of log γ until the target is met or the bracket is narrower than 1 part in 10⁴.
// Cost: some 15 to 30 calls.
#pragma once

#include <cstdint>
#include <functional>

#include "cgsd/core/context.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

struct ResolutionRange {
  double low = 0.0;   // at and below: whole components
  double high = 0.0;  // at and above: single nodes
};

// Needs a network with edges.
ResolutionRange resolution_range(const WeightedNetwork& network);

// Calls communities_at(γ) until it answers `target` or the search is over; the caller keeps the best answer.
void search_resolution(const ResolutionRange& range, double first, std::int32_t target,
                       const std::function<std::int32_t(double)>& communities_at, const RunContext& run);

}  // namespace cgsd
