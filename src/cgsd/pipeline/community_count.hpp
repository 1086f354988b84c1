// How many communities there are, read from the smallest eigenvalues of the normalised Laplacian.
//
//   gap(c) = λ_(c+1) − λ_c,  λ_1 ≤ λ_2 ≤ …;  chosen: the c in [2, most] with the largest gap, ties to the smaller c
//
// A graph that falls into c groups has c eigenvalues near 0 and then a jump (von Luxburg 2007, section 8.3). One
// community is never proposed: the first gap is wide in every well-connected graph and says nothing about groups.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cgsd {

struct CommunityCount {
  std::int32_t communities = 0;
  bool chosen = false;              // false: the caller asked for this many
  std::vector<double> eigenvalues;  // the evidence, where chosen
  std::vector<double> gaps;         // gaps[i] = eigenvalues[i + 1] − eigenvalues[i]
};

// Needs at least one eigenvalue; with fewer than three the answer is as many as there are.
CommunityCount count_by_eigengap(std::span<const double> eigenvalues);

}  // namespace cgsd
