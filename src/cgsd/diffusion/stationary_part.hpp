// What walks forget last, taken out of what they bring if it would drown everything else.
//
//   Y − u uᵀ Y   if ‖uᵀ Y‖² exceeds the largest squared singular value of that,   u ∝ `root`, of length 1
//
// With root = (D + I)^½ 1, u is the eigenvector of Ŝ (sheaf_filters.hpp) for the eigenvalue 1: it tells the degree of a node
// and nothing else. A part of the attributes along it does not fade while communities do. As one direction among others
// it does no harm and degrees may matter; as the first one K-means finds hubs in the place of communities.
//
// Only the first `measured` rows decide (0: all). Comes back whether it was taken out.
// Promises: the same bits at any number of threads. Cost: O(n · width²).
#pragma once

#include <cstddef>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

bool take_out_stationary_part(Matrix<float>& y, std::span<const float> root, std::size_t measured,
                              const RunContext& run);

}  // namespace cgsd
