#include "cgsd/graph/attributed_graph.hpp"

#include <algorithm>

namespace cgsd {
std::uint64_t AttributesView::nonzeros() const {
  return values().size() - static_cast<std::uint64_t>(std::count(values().begin(), values().end(), 0.0f));
}

SparseRows copy_of(SparseView rows) {
  return {rows.cols,
          {rows.offsets.begin(), rows.offsets.end()},
          {rows.columns.begin(), rows.columns.end()},
          {rows.values.begin(), rows.values.end()}};
}

Attributes::Attributes(AttributesView view) {
  if (view.is_sparse()) {
    data_ = copy_of(view.sparse());
  } else {
    data_ = Matrix<float>(view.dense());
  }
}

Attributes::operator AttributesView() const {
  return std::visit([](const auto& data) { return AttributesView(data); }, data_);
}

SparseRows to_sparse(MatrixView<float> dense) {
  SparseRows sparse;
  sparse.cols = dense.cols();
  sparse.offsets.reserve(dense.rows() + 1);
  for (std::size_t i = 0; i < dense.rows(); ++i) {
    const auto row = dense.row(i);
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] == 0.0f) continue;
      sparse.columns.push_back(static_cast<std::uint32_t>(j));
      sparse.values.push_back(row[j]);
    }
    sparse.offsets.push_back(sparse.columns.size());
  }
  return sparse;
}

Matrix<float> to_dense(SparseView sparse) {
  Matrix<float> dense(sparse.rows(), sparse.cols);
  for (std::size_t i = 0; i < sparse.rows(); ++i) {
    for (std::uint64_t p = sparse.offsets[i]; p < sparse.offsets[i + 1]; ++p)
      dense(i, sparse.columns[p]) = sparse.values[p];
  }
  return dense;
}

AttributesView in_smaller_form(AttributesView attributes, Attributes& room) {
  constexpr std::uint64_t kNumbersPerNonzero = 5;
  const std::uint64_t numbers = std::uint64_t{attributes.rows()} * attributes.cols();
  const bool sparse = attributes.nonzeros() * kNumbersPerNonzero < numbers;
  if (attributes.none() || sparse == attributes.is_sparse()) return attributes;
  room = sparse ? Attributes(to_sparse(attributes.dense())) : Attributes(to_dense(attributes.sparse()));
  return room;
}

}  // namespace cgsd
