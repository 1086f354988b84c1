#include "cgsd/graph/attributed_graph.hpp"

#include <algorithm>

namespace cgsd {

std::size_t Attributes::rows() const {
  return std::visit([](const auto& data) { return data.rows(); }, data_);
}

std::size_t Attributes::cols() const { return is_sparse() ? sparse().cols : dense().cols(); }

std::uint64_t Attributes::nonzeros() const {
  const auto values = is_sparse() ? std::span<const float>(sparse().values) : dense().values();
  return values.size() - static_cast<std::uint64_t>(std::count(values.begin(), values.end(), 0.0f));
}

SparseRows to_sparse(const Matrix<float>& dense) {
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

Matrix<float> to_dense(const SparseRows& sparse) {
  Matrix<float> dense(sparse.rows(), sparse.cols);
  for (std::size_t i = 0; i < sparse.rows(); ++i) {
    for (std::uint64_t p = sparse.offsets[i]; p < sparse.offsets[i + 1]; ++p)
      dense(i, sparse.columns[p]) = sparse.values[p];
  }
  return dense;
}

Attributes in_smaller_form(Attributes attributes) {
  constexpr std::uint64_t kNumbersPerNonzero = 5;
  const std::uint64_t numbers = std::uint64_t{attributes.rows()} * attributes.cols();
  const bool sparse = attributes.nonzeros() * kNumbersPerNonzero < numbers;
  if (attributes.none() || sparse == attributes.is_sparse()) return attributes;
  return sparse ? Attributes(to_sparse(attributes.dense())) : Attributes(to_dense(attributes.sparse()));
}

}  // namespace cgsd
