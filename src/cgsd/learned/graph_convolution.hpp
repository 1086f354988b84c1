// What graph convolutions multiply: the normalised adjacency matrix and the attributes, both made once.
//
//   normalised_adjacency(g, added)   D^-½ (A + I) D^-½, D the row sums of A + I (Kipf & Welling 2017)
//   normalised_adjacency(g, none)    D^-½ A D^-½; a node without edges has an empty row
//   AttributeMatrix(f, rows)         X, with rows as given or divided by Σ_j |x_ij|; rows of zeros stay
//   x.times(tape, w)                 X W
//   x.dropped(p, stream)             X with dropout on its elements
//
// Edge weights count. Attributes that are sparse, or dense with at most a quarter of the elements other than 0, are
// multiplied as sparse. For attributes that are not negative the sums are the row sums of the published methods.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "cgsd/core/random.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/matrix/csr.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

enum class SelfLoops { none, added };
enum class AttributeRows { as_given, of_sum_one };

template <class T>
SparseMatrix<T> normalised_adjacency(GraphView graph, SelfLoops loops);

// A itself, or A + I: one row of weights per node.
template <class T>
Csr<T> adjacency_rows(GraphView graph, SelfLoops loops);

// Σ_v of every row, as a column.
template <class T>
Matrix<T> row_sums_of(const Csr<T>& matrix);

template <class T>
Matrix<T> identity_matrix(std::size_t size);

template <class T>
class AttributeMatrix {
 public:
  AttributeMatrix(AttributesView attributes, AttributeRows rows);

  std::size_t rows() const;
  std::size_t cols() const;
  Var times(Tape<T>& tape, Var weights) const;  // this must outlive the record
  AttributeMatrix dropped(double probability, RandomStream stream) const;
  Csr<T> sparse_rows(std::span<const std::uint32_t> chosen) const;

 private:
  explicit AttributeMatrix(std::variant<Matrix<T>, SparseMatrix<T>> data) : data_(std::move(data)) {}
  std::variant<Matrix<T>, SparseMatrix<T>> data_;
};

}  // namespace cgsd
