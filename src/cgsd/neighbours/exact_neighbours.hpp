// The k nearest among all rows (Euclidean, the row itself excluded) of some rows, exactly.
//
// Comes back: one row of `ids` and `distances` for each of `rows`, by rising distance, ties to the lower id.
// How: blocked products give ‖x‖² + ‖y‖² − 2 x·y for a panel of rows against all others; everything within the rounding
// error of the k-th value is measured again by differences in double, so the result is exact and ties are ties.
// Needs 1 ≤ k < n and squares that do not overflow: nearest_neighbours (knn_graph.hpp) ensures both.
// Cost: O(rows · n d), O(panel · n) memory per thread.
#pragma once

#include <span>

#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

template <class T>
KnnLists exact_neighbours(const Matrix<T>& points, std::span<const NodeId> rows, std::size_t k, const RunContext& run);

}  // namespace cgsd
