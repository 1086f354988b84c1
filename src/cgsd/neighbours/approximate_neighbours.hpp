// The k nearest of every row (Euclidean, the row itself excluded), nearly all of them.
//
// Comes back: as from exact_neighbours, for all rows, but a list may hold farther rows in place of some of the nearest.
// How: each tree of random hyperplanes puts every row in one leaf of at most 1500; rows of one leaf are compared by
// blocked products about the leaf's middle, what may be nearer than the k-th so far is measured by differences in
// double. Trees follow one another until the rows of a sample have found the required share of their nearest (by
// distance: any of several equally near will do), or there have been 64. Lists only improve. Promises: the same bits at
// any number of threads for a seed; distances are exact for the ids; many equal rows cost no more than others. `recall`
// of the result is the sample's: 512 rows, standard error about 0.005. Needs 1 ≤ k < n and squares that do not
// overflow: nearest_neighbours (knn_graph.hpp) ensures both. Cost: O(trees · n (1500 d + log n)) and
// 512 n d for the sample; O(n k) memory and the panels. Measured against its alternatives in
// docs/decisions/0003-approximate-neighbours.md.
#pragma once

#include <span>

#include "cgsd/core/random.hpp"
#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

template <class T>
KnnLists approximate_neighbours(const Matrix<T>& points, std::size_t k, double recall, const RunContext& run);

// What the rows are called in lists; without ids, by their numbers.
template <class T>
struct NamedPoints {
  const Matrix<T>& points;
  std::span<const NodeId> ids{};
  NodeId id(NodeId row) const { return ids.empty() ? row : ids[row]; }
};

// Lists while they are being improved: distances are squares, infinite if there is no neighbour yet (kMaxNodes).
KnnLists lists_of_nobody(std::size_t rows, std::size_t k);
void take_roots(KnnLists& lists);

// One tree: every list gets what the rows in its leaf have nearer. It may have ids that are not among the points.
template <class T>
void improve_by_tree(const NamedPoints<T>& points, const RandomStream& stream, KnnLists& lists, const RunContext& run);

}  // namespace cgsd
