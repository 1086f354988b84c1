#include "cgsd/attributes/resampling.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "cgsd/attributes/shared_permutation.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

Matrix<float> columns_of_dense(MatrixView<float> rows, std::span<const std::size_t> drawn) {
  Matrix<float> out(rows.rows(), drawn.size());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t j = 0; j < drawn.size(); ++j) out(i, j) = rows(i, drawn[j]);
  }
  return out;
}

SparseRows columns_of_sparse(SparseView rows, std::span<const std::size_t> drawn) {
  // Column c stands at places first[c] … first[c + 1] − 1 of the sample.
  std::vector<std::uint32_t> first(rows.cols + 1, 0);
  for (const std::size_t column : drawn) ++first[column + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  SparseRows out;
  out.cols = drawn.size();
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::uint64_t p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      const std::uint32_t column = rows.columns[p];
      for (std::uint32_t place = first[column]; place < first[column + 1]; ++place) {
        out.columns.push_back(place);
        out.values.push_back(rows.values[p]);
      }
    }
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

Matrix<float> rows_of_dense(MatrixView<float> rows, std::span<const std::size_t> wanted) {
  Matrix<float> out(wanted.size(), rows.cols());
  for (std::size_t i = 0; i < wanted.size(); ++i) std::ranges::copy(rows.row(wanted[i]), out.row(i).begin());
  return out;
}

SparseRows rows_of_sparse(SparseView rows, std::span<const std::size_t> wanted) {
  SparseRows out;
  out.cols = rows.cols;
  for (const std::size_t i : wanted) {
    for (std::uint64_t p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      out.columns.push_back(rows.columns[p]);
      out.values.push_back(rows.values[p]);
    }
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

Matrix<float> permuted_dense(MatrixView<float> rows, RandomStream random) {
  Matrix<float> out(rows.rows(), rows.cols());
  std::vector<float> column(rows.rows());
  for (std::size_t j = 0; j < rows.cols(); ++j) {
    for (std::size_t i = 0; i < rows.rows(); ++i) column[i] = rows(i, j);
    RandomSequence order(random.at(j));
    shuffle(std::span(column), order);
    for (std::size_t i = 0; i < rows.rows(); ++i) out(i, j) = column[i];
  }
  return out;
}

// The values of every column, column after column.
struct Columns {
  std::vector<std::uint64_t> first;  // cols + 1
  std::vector<float> values;
};

Columns by_column(SparseView rows) {
  Columns columns{std::vector<std::uint64_t>(rows.cols + 1, 0), std::vector<float>(rows.values.size())};
  for (const std::uint32_t column : rows.columns) ++columns.first[column + 1];
  std::partial_sum(columns.first.begin(), columns.first.end(), columns.first.begin());
  std::vector<std::uint64_t> next(columns.first.begin(), columns.first.end() - 1);
  for (std::size_t p = 0; p < rows.columns.size(); ++p) columns.values[next[rows.columns[p]]++] = rows.values[p];
  return columns;
}

SparseRows permuted_sparse(SparseView rows, RandomStream random) {
  const Columns columns = by_column(rows);
  std::vector<std::uint32_t> order(rows.rows());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<std::uint32_t> row_of(columns.values.size());
  for (std::size_t j = 0; j < rows.cols; ++j) {
    const std::size_t count = columns.first[j + 1] - columns.first[j];
    draw_rows(std::span(row_of).subspan(columns.first[j], count), order, RandomSequence(random.at(j)));
  }
  SparseRows out;
  out.cols = rows.cols;
  out.offsets.assign(rows.rows() + 1, 0);
  for (const std::uint32_t row : row_of) ++out.offsets[row + 1];
  std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
  out.columns.resize(row_of.size());
  out.values.resize(row_of.size());
  std::vector<std::uint64_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (std::size_t j = 0; j < rows.cols; ++j) {
    for (std::uint64_t p = columns.first[j]; p < columns.first[j + 1]; ++p) {
      const std::uint64_t place = next[row_of[p]]++;
      out.columns[place] = static_cast<std::uint32_t>(j);
      out.values[place] = columns.values[p];
    }
  }
  return out;
}

}  // namespace

Attributes columns_of(AttributesView attributes, std::span<const std::size_t> drawn) {
  if (attributes.is_sparse()) return columns_of_sparse(attributes.sparse(), drawn);
  return columns_of_dense(attributes.dense(), drawn);
}

Attributes rows_of(AttributesView attributes, std::span<const std::size_t> wanted) {
  if (attributes.is_sparse()) return rows_of_sparse(attributes.sparse(), wanted);
  return rows_of_dense(attributes.dense(), wanted);
}

Attributes permuted_columns(AttributesView attributes, RandomStream random, const RunContext& run) {
  if (several(run)) return permuted_together(attributes, random, run);
  if (attributes.is_sparse()) return permuted_sparse(attributes.sparse(), random);
  return permuted_dense(attributes.dense(), random);
}

}  // namespace cgsd
