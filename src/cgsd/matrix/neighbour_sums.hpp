// Sums over the neighbours of every node, many columns at once: the product that filters, walks and eigensolvers are
// made of, without a copy of the graph.
//
//     out_u ← a_u Σ_v w_uv in_v + b_u in_u + c_u out_u
//
// w are the weights of the graph, 1 without them. A normalised adjacency R W R needs no matrix of its own: scaled rows
// Z = R X obey R (R W R X) = R² W Z. Promises: the same bits at any number of threads; entries are added in their
// order. Cost: O(entries · columns); a product of 16 columns costs about two of a single one, since fetching rows from
// memory is what takes the time. Rows of other processes are fetched first (graph/processes.hpp).
#pragma once

#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// One factor per row, or the same for all.
template <class T>
struct RowFactor {
  RowFactor(T for_all = 0) : all(for_all) {}                             // NOLINT: either kind is a factor
  RowFactor(std::span<const T> one_per_row) : of_row(one_per_row) {}     // NOLINT
  RowFactor(const std::vector<T>& one_per_row) : of_row(one_per_row) {}  // NOLINT
  T at(std::size_t row) const { return of_row.empty() ? all : of_row[row]; }
  bool zero() const { return of_row.empty() && all == T(0); }

  std::span<const T> of_row;
  T all = 0;
};

template <class T>
struct RowFactors {
  RowFactor<T> neighbours = T(1);  // a
  RowFactor<T> own{};              // b
  RowFactor<T> before{};           // c; 0: what was in `out` does not count
};

// `in` and `out` are different matrices of equal shape.
template <class T>
void neighbour_sums(GraphView graph, const Matrix<T>& in, Matrix<T>& out, const RowFactors<T>& factors,
                    const RunContext& run);

}  // namespace cgsd
