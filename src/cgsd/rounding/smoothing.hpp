// Step 5b of the default: points drawn towards their neighbours in an affinity graph,
//
//     Y ← P^steps Y,   P = rows of (W + diagonal of row maxima) scaled to sum 1.
//
// A power iteration: what survives are the leading eigenvectors of P, mixed as Y mixes them, without a solver. A node
// without neighbours keeps its row. Promises: weights are taken as logarithms, so none underflows to a missing edge;
// the same bits at any number of threads. Cost: O(entries · width) a step.
#pragma once

#include <cstdint>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/spectral/affinity.hpp"

namespace cgsd {

Matrix<float> smoothed(Matrix<float> points, const Affinity& affinity, std::int32_t steps, const RunContext& run);

}  // namespace cgsd
