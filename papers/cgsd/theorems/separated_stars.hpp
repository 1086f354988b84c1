// Small graphs that meet the premise of Theorem 1, which no dataset does: two classes of stars whose centres are joined
// across the classes, each with each.
//
// With s stars per class and L leaves per star a centre has degree L + s and a leaf 1, so every edge within has
// κ = 3 − L − s, every edge across 4 − 2(L + s), and
//   Δ = min κ within − max κ across = L + s − 1,   h = share of edges within = 2sL / (2sL + s²).
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct SeparatedStars {
  Graph graph;
  std::vector<std::int32_t> class_of;
};

struct StarOptions {
  std::uint32_t leaves = 4;           // L, of every star
  std::uint32_t stars_per_class = 1;  // s
};

// Star i has its centre at node i (L + 1), then its leaves; the first s stars are of class 0.
SeparatedStars separated_stars(const StarOptions& options, const RunContext& run);

}  // namespace cgsd
