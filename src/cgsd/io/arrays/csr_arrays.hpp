// Sparse matrices as array files store them (three arrays), checked and turned into SparseRows.
//
// Checks: indptr starts at 0, never falls and ends at the number of values; every column lies in [0, cols); every value
// is finite; attributes have no more than 2^20 columns and 1,000 for every number. Columns are sorted within their row; a column that occurs twice in a row is an error. Stored zeros stay.
// Cost: O(values log(values of a row)).
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/io/arrays/npy_header.hpp"

namespace cgsd {

inline constexpr std::uint64_t kMaxColumns = 0x7fffffff;

struct CsrArrays {
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::vector<std::int64_t> indptr;  // rows + 1
  std::vector<std::int64_t> indices;
};

// Throws ParseError if attributes have far more columns than numbers: every column costs memory and time later on, so a
// small file must not claim very many.
void check_columns(std::uint64_t columns, std::uint64_t numbers, const ArrayOrigin& origin);

// Throws ParseError unless indptr and indices say where `values` values stand in a (rows, cols) matrix.
void check_csr(const CsrArrays& csr, std::uint64_t values, const ArrayOrigin& origin);

SparseRows sparse_rows(const CsrArrays& csr, std::vector<float> values, const ArrayOrigin& origin);

}  // namespace cgsd
