// Sparse matrices as operations use them: rows for the product, and the rows of the transpose for its gradient.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

template <class T>
struct Csr {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> columns;
  std::vector<T> values;
};

template <class T>
Csr<T> transposed(const Csr<T>& matrix);

// A matrix with its transpose, made once and used in every epoch.
template <class T>
struct SparseMatrix {
  explicit SparseMatrix(Csr<T> matrix) : rows(std::move(matrix)), columns(transposed(rows)) {}
  SparseMatrix(Csr<T> matrix, Csr<T> its_transpose) : rows(std::move(matrix)), columns(std::move(its_transpose)) {}
  Csr<T> rows;
  Csr<T> columns;
};

// The attributes as a sparse matrix; they must be sparse.
template <class T>
Csr<T> to_csr(SparseView attributes);

// The adjacency matrix with one value per entry of the graph; values that vanish next to 1 (below 1e-30 in float,
// 1e-300 in double) are left out.
template <class T>
Csr<T> to_csr(GraphView graph, const std::vector<double>& value_of_entry);

}  // namespace cgsd
