// Choosing and replacing rows on the tape.
//
//   gather_rows(a, selection)            row p of the result is row selection.rows[p] of A; a row may be chosen often
//   replace_rows(a, selection, token)    the chosen rows of A replaced by one learned row (1 × cols), the others kept
//
// Both commute with a product from the right, so for sparse X: replace_rows(X, t) W = replace_rows(X W, t W).
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/nn/tape.hpp"

namespace cgsd {

// Rows of a matrix, and where each of its rows was chosen: gradients are gathered row by row, never scattered.
struct RowSelection {
  RowSelection(std::vector<std::uint32_t> chosen, std::size_t rows_of_the_matrix);
  std::size_t total() const { return offsets.size() - 1; }
  bool contains(std::size_t row) const { return offsets[row] < offsets[row + 1]; }

  std::vector<std::uint32_t> rows;
  // Row i was chosen at positions[offsets[i]] … positions[offsets[i + 1] − 1], in ascending order.
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint64_t> positions;
};

// The selection must outlive the record.
template <class T>
Var gather_rows(Tape<T>& tape, Var a, const RowSelection& selection);
template <class T>
Var replace_rows(Tape<T>& tape, Var a, const RowSelection& selection, Var token);

}  // namespace cgsd
