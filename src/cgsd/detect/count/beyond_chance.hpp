// Whether a graph shows anything at all that chance does not: the question before "how many communities".
//
//   attributes  the largest singular value, of words in both normalisations and of numbers in either, against those of
//               the same columns, each permuted (parallel analysis, Horn 1965; it holds for rare words, where the edge
//               of Marchenko and Pastur does not). Of up to 1,000 columns of numbers also the sum of their squared
//               correlations and, from above, the lowest eigenvalue of these (attributes/correlations.hpp)
//   edges       the largest eigenvalue after the first of the regularised adjacency, and the size of the lowest, each
//               against those of the same graph rewired: the degrees alone may make large ones
//   both        how much more alike neighbours are than chance would make them (diffusion/edge_agreement.hpp)
//
// A figure is beyond chance if it exceeds the mean of six made by chance by more than 4 of their standard deviations, of
// which what theory expects of noise (Tracy & Widom) and 0.002 of the mean are the least. With more than 20 000 nodes
// rewired copies rarely differ by more, so that the first is enough if a figure is not beyond it by 4 times that least,
// or is by 40 times. Nothing depends on the seed of the run. Promises: the same bits at any number of threads. Cost: seven
// times a few singular and eigenvalues, or twice.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

// A figure in standard deviations of what chance makes of it, in the order in which they are computed; NaN if there is
// nothing to compute it from, or one before it is enough.
struct BeyondChance {
  double edges = kUndefined;
  double attributes = kUndefined;
  double both = kUndefined;  // the size of the agreement of neighbours

  static constexpr double kEnough = 4.0;
  bool any() const { return attributes > kEnough || edges > kEnough || both > kEnough; }
};

BeyondChance beyond_chance(const AttributedGraphView& input, const RunContext& run);

}  // namespace cgsd
