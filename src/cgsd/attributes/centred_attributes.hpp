// Attributes, scaled and centred without being made dense: M = R X C − e μᵀ as an operator on blocks of vectors.
//
// R scales rows, C columns; e is 1 for rows that take part in the centring, else 0. Of sparse attributes a scaled copy is
// held; dense ones are scaled some rows at a time and must outlive this. Several processes
// have rows of their own and all columns: Mᵀ U and MᵀM are added over them. Cost of a product: O(numbers held · width).
#pragma once

#include <optional>
#include <vector>

#include "cgsd/attributes/randomised_svd.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/matrix/csr.hpp"

namespace cgsd {

// Visits the numbers of row i that are stored: visit(column, value).
template <class Visit>
void for_each_value(AttributesView attributes, std::size_t i, Visit&& visit) {
  if (attributes.is_sparse()) {
    const SparseView rows = attributes.sparse();
    for (std::uint64_t p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) visit(rows.columns[p], rows.values[p]);
  } else {
    const auto row = attributes.dense().row(i);
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] != 0.0F) visit(static_cast<std::uint32_t>(j), row[j]);
    }
  }
}

struct AttributeScale {
  std::vector<float> rows;     // R
  std::vector<float> columns;  // C
  std::vector<float> centred;  // e
  std::vector<float> mean;     // μ
};

class CentredAttributes final : public BlockOperator {
 public:
  CentredAttributes(AttributesView attributes, AttributeScale scale, const RunContext& run);

  std::size_t rows() const override { return scale_.rows.size(); }
  std::size_t cols() const override { return scale_.columns.size(); }
  Matrix<float> apply(const Matrix<float>& v, const RunContext& run) const override;
  Matrix<float> apply_transposed(const Matrix<float>& u, const RunContext& run) const override;
  Matrix<double> gram(const RunContext& run) const override;

 private:
  AttributesView attributes_;
  AttributeScale scale_;
  std::optional<SparseMatrix<float>> sparse_;  // R X C
};

}  // namespace cgsd
