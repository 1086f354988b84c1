// Theorem 3 (generalisation) of the paper: R_N(F) ≤ C √((d′K + |E|)/N), and
// E[err] ≤ err_emp + 2 R_N + √(log(2/δ)/2N). C is not given.
//
// With C = 1 the term 2 R_N alone says something of an error in [0, 1] only if √((d′K + |E|)/N) < ½; above 1 the bound
// on R_N itself says nothing.
#pragma once

#include <cstdint>

namespace cgsd {

struct GeneralisationSizes {
  std::uint64_t nodes = 0;        // N
  std::uint64_t edges = 0;        // |E|, undirected
  std::uint64_t communities = 0;  // K
};

// √((d′K + |E|)/N)
double generalisation_bound(const GeneralisationSizes& sizes, double width);

// The largest C with 2 C √(…) ≤ 1: the bound says nothing with any above it.
double largest_useful_constant(const GeneralisationSizes& sizes, double width);

}  // namespace cgsd
