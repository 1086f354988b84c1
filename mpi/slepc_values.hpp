// The largest eigenvalues, by size, of the regularised adjacency of a graph that several ranks share, by SLEPc's
// Krylov–Schur: the second engine, which the library's own (spectral/chebyshev.hpp) is checked against. The product is the
// library's, as a shell matrix. Comes back: those that converged, falling by size.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"

namespace cgsd::mpi {

std::vector<double> slepc_values(const RegularisedAdjacency& a, std::int32_t pairs, const RunContext& run);

}  // namespace cgsd::mpi
