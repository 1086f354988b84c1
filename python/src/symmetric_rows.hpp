// Whether compressed rows of the caller's serve as a graph as they are (graph/graph.hpp): every row ascends without repeats or
// loops, and both entries of an edge are there, with equal finite weights. Cost: O(n + m), 8 bytes a node.
#pragma once

#include <cstdint>
#include <span>

namespace cgsd::python {

struct RowArrays {
  std::span<const std::uint64_t> offsets;
  std::span<const std::uint32_t> targets;
  std::span<const double> weights;  // empty, or one per entry
};

// Throws InvalidArgument for offsets that fall or do not fit, and for a target that is no node.
void check_rows(const RowArrays& rows);

bool are_rows_of_an_undirected_graph(const RowArrays& rows);

// Throws InvalidArgument unless these are rows of a sparse matrix of so many columns, ascending within a row.
void check_sparse_rows(const RowArrays& rows, std::size_t width, std::size_t values);

}  // namespace cgsd::python
