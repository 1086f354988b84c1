// How costs grow with sizes: the exponent b of amount ≈ a · size^b, by least squares on logarithms; and the costs of the
// steps whose complexity the paper claims, measured on a few sizes, in a few seconds.
//
//   curvature      seconds over edges, sparse block models
//   neighbours     ordered pairs compared and seconds of the exact search over points (64 columns) and over columns
//   eigenvectors   products with the Laplacian and seconds over nodes (8 pairs), seconds over pairs (2,000 nodes), sparse
//                  block models
//
// Seconds are those of the processor, the shortest of five, on one thread: other programs hardly change them. They are
// figures for a reader, not for a test.
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

struct Growth {
  std::vector<double> sizes{};
  std::vector<double> amounts{};
};

// NaN if there are fewer than two sizes or an amount is not above 0.
double growth_exponent(const Growth& growth);

struct CostGrowth {
  Growth curvature{};
  Growth neighbour_pairs{};
  Growth neighbours{};
  Growth neighbours_by_width{};
  Growth eigenvector_products{};
  Growth eigenvectors{};
  Growth eigenvectors_by_count{};
};

CostGrowth measure_costs(const RunContext& run);

}  // namespace cgsd
