// The null space of a normalised Laplacian in closed form: an orthonormal basis, its first vector D^½ 1 (of length 1).
//
// How: the vectors z_i = D^½ 1_(component i) / ‖·‖ span it; D^½ 1 has the coordinates a_i = ‖D^½ 1_i‖ in them, and the
// Householder reflection that takes e_1 to a / ‖a‖ carries the z_i to the basis wanted. Components are those of the
// numerically visible graph, and only those that lose no weight over invisible entries (eigenpairs.hpp). A node without
// an edge has none. Cost: O(n · components + m).
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {

Matrix<double> null_space(const NormalisedLaplacian& laplacian, const RunContext& run);

}  // namespace cgsd
