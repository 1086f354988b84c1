// A graph with one row of attributes per node: all that a detector may see. There are no labels here, by design.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// Sparse rows; columns ascend within a row. Bag-of-words data is about 1 % dense and stays that way.
struct SparseRows {
  std::size_t cols = 0;
  std::vector<std::uint64_t> offsets = {0};  // rows + 1
  std::vector<std::uint32_t> columns;
  std::vector<float> values;

  std::size_t rows() const { return offsets.size() - 1; }
  bool operator==(const SparseRows&) const = default;
};

// Node attributes: none, dense or sparse. The form is what the data came in; nothing converts it silently.
class Attributes {
 public:
  Attributes() = default;
  Attributes(Matrix<float> dense) : data_(std::move(dense)) {}  // NOLINT: a matrix is a set of attributes
  Attributes(SparseRows sparse) : data_(std::move(sparse)) {}   // NOLINT

  bool none() const { return cols() == 0; }
  bool is_sparse() const { return std::holds_alternative<SparseRows>(data_); }
  const Matrix<float>& dense() const { return std::get<Matrix<float>>(data_); }
  const SparseRows& sparse() const { return std::get<SparseRows>(data_); }

  std::size_t rows() const;
  std::size_t cols() const;
  std::uint64_t nonzeros() const;
  bool operator==(const Attributes&) const = default;

 private:
  std::variant<Matrix<float>, SparseRows> data_;
};

struct AttributedGraph {
  Graph graph;
  Attributes attributes;  // none, or one row per node
};

// The other form of the same numbers, on request.
SparseRows to_sparse(const Matrix<float>& dense);
Matrix<float> to_dense(const SparseRows& sparse);

// Sparse where under a fifth of the numbers differ from 0, dense elsewhere, whatever form they came in.
Attributes in_smaller_form(Attributes attributes);

}  // namespace cgsd
