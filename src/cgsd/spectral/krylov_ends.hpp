// Estimates of the two ends of a spectrum: the Ritz values of a symmetric operator in one Krylov space, without
// restarts or vectors.
//
// Comes back: `steps` Ritz values, falling; fewer if the space ends. Outliers are exact to a few digits after 20 steps;
// at the edge of a bulk of width w a value is w (π / steps)² / 4 too small or so, the same for operators alike, which is
// why it serves for comparisons. How: Lanczos in float, every vector made orthogonal to all others; several processes
// (graph/processes.hpp) have the rows of their own nodes. Promises: the same bits at any number of threads. Cost: O(steps · (product + n · steps)), n · steps floats.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/linear_operator.hpp"
#include "cgsd/core/random.hpp"

namespace cgsd {

std::vector<double> krylov_values(const WideOperator& a, std::int32_t steps, const RandomStream& start,
                                  const RunContext& run);

}  // namespace cgsd
