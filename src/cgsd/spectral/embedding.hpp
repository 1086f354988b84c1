// Step 5c: eigenvectors as points, one row per node, scaled to length 1 (a zero row stays zero).
//
// Rows that drown in rounding are first restored. From N v = (1 − λ) v, N = D^−½ A D^−½,
//     row_u = Σ_v exp(ℓ_uv − (L_u + L_v)/2) · row_v / (1 − λ),
// so the direction of a row is known from its neighbours' however small it is. Otherwise a node whose every edge has a
// weight like e^−3000 would be placed by noise alone, or be isolated. Scales are carried as logarithms, and the longest
// of the drowned rows are restored first; one without a neighbour to restore it from is zero.
// Cost: O(n · count), and O(e log e) for e entries at drowned rows.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/spectral/eigenpairs.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {

// Columns [first, first + count) of the spectrum's vectors; fewer if it has fewer.
Matrix<double> spectral_points(const Spectrum& spectrum, const NormalisedLaplacian& laplacian, std::size_t first,
                               std::size_t count, const RunContext& run);

}  // namespace cgsd
