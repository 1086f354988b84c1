// A graph with one row of attributes per node: all that a detector may see. There are no labels here, by design.
//
//   AttributedGraph, Attributes, SparseRows          own their numbers
//   AttributedGraphView, AttributesView, SparseView  borrow them, from the types above or from arrays of the caller's,
//                                                    which must outlive the view. Algorithms take these.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// Sparse rows; columns ascend within a row. offsets has rows + 1 elements.
struct SparseView {
  std::size_t cols = 0;
  std::span<const std::uint64_t> offsets{&kNoEntries, 1};
  std::span<const std::uint32_t> columns;
  std::span<const float> values;

  std::size_t rows() const { return offsets.size() - 1; }
};

// Bag-of-words data is about 1 % dense and stays that way.
struct SparseRows {
  std::size_t cols = 0;
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> columns;
  std::vector<float> values;

  std::size_t rows() const { return offsets.size() - 1; }
  operator SparseView() const { return {cols, offsets, columns, values}; }  // NOLINT: algorithms take either
  bool operator==(const SparseRows&) const = default;
};
SparseRows copy_of(SparseView rows);

// Node attributes: none, dense or sparse. The form is what the data came in; nothing converts it silently.
class AttributesView {
 public:
  AttributesView() = default;
  AttributesView(MatrixView<float> dense) : data_(dense) {}     // NOLINT: a matrix is a set of attributes
  AttributesView(SparseView sparse) : data_(sparse) {}          // NOLINT
  AttributesView(const Matrix<float>& dense) : data_(dense) {}  // NOLINT: C++ converts once, and it takes two steps
  AttributesView(const SparseRows& sparse) : data_(sparse) {}   // NOLINT

  bool none() const { return cols() == 0; }
  bool is_sparse() const { return std::holds_alternative<SparseView>(data_); }
  MatrixView<float> dense() const { return std::get<MatrixView<float>>(data_); }
  SparseView sparse() const { return std::get<SparseView>(data_); }
  // The numbers that are stored, row after row.
  std::span<const float> values() const { return is_sparse() ? sparse().values : dense().values(); }

  std::size_t rows() const { return is_sparse() ? sparse().rows() : dense().rows(); }
  std::size_t cols() const { return is_sparse() ? sparse().cols : dense().cols(); }
  std::uint64_t nonzeros() const;

 private:
  std::variant<MatrixView<float>, SparseView> data_;
};

class Attributes {
 public:
  Attributes() = default;
  Attributes(Matrix<float> dense) : data_(std::move(dense)) {}  // NOLINT
  Attributes(SparseRows sparse) : data_(std::move(sparse)) {}   // NOLINT
  explicit Attributes(AttributesView view);                     // a copy
  operator AttributesView() const;                              // NOLINT: algorithms take either

  bool none() const { return cols() == 0; }
  bool is_sparse() const { return std::holds_alternative<SparseRows>(data_); }
  const Matrix<float>& dense() const { return std::get<Matrix<float>>(data_); }
  const SparseRows& sparse() const { return std::get<SparseRows>(data_); }

  std::size_t rows() const { return AttributesView(*this).rows(); }
  std::size_t cols() const { return AttributesView(*this).cols(); }
  std::uint64_t nonzeros() const { return AttributesView(*this).nonzeros(); }
  bool operator==(const Attributes&) const = default;

 private:
  std::variant<Matrix<float>, SparseRows> data_;
};

struct AttributedGraphView {
  GraphView graph;
  AttributesView attributes;
};

struct AttributedGraph {
  Graph graph;
  Attributes attributes;  // none, or one row per node

  operator AttributedGraphView() const { return {graph, attributes}; }  // NOLINT: algorithms take either
};

// The other form of the same numbers, on request.
SparseRows to_sparse(MatrixView<float> dense);
Matrix<float> to_dense(SparseView sparse);

// Sparse if under a fifth of the numbers differ from 0, dense if not, whatever form they came in. What has that form
// already is shown as it is; else the other form is made in `room`.
AttributesView in_smaller_form(AttributesView attributes, Attributes& room);

}  // namespace cgsd
