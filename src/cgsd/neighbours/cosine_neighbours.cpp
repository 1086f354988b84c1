#include "cgsd/neighbours/cosine_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/csr.hpp"

namespace cgsd {
namespace {

// Rows of zeros get a 1 in a column of their own.
SparseRows with_column_of_zero_rows(SparseView rows) {
  SparseRows out;
  out.cols = rows.cols + 1;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const std::size_t before = out.columns.size();
    for (std::uint64_t p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      if (rows.values[p] == 0.0f) continue;
      out.columns.push_back(rows.columns[p]);
      out.values.push_back(rows.values[p]);
    }
    if (out.columns.size() == before) {
      out.columns.push_back(static_cast<std::uint32_t>(rows.cols));
      out.values.push_back(1.0f);
    }
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

Matrix<float> with_column_of_zero_rows(MatrixView<float> rows) {
  Matrix<float> out(rows.rows(), rows.cols() + 1);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto from = rows.row(i);
    std::copy(from.begin(), from.end(), out.row(i).begin());
    const bool zero = std::all_of(from.begin(), from.end(), [](float x) { return x == 0.0f; });
    out(i, rows.cols()) = zero ? 1.0f : 0.0f;
  }
  return out;
}

// The neighbours of single rows; one per thread at a time.
class SparseSearch {
 public:
  SparseSearch(const Csr<float>& rows, const Csr<float>& columns) : rows_(rows), columns_(columns) {
    cosine_.assign(rows.rows, 0.0);
    met_before_.assign(rows.rows, false);
  }

  void find(std::size_t i, KnnLists& lists) {
    gather(i);
    const std::size_t k = lists.ids.cols();
    const auto above_zero = std::count_if(met_.begin(), met_.end(), [&](NodeId v) { return cosine_[v] > 0.0; });
    std::vector<NodeId>& candidates = met_;
    if (static_cast<std::size_t>(above_zero) < k + 1) {  // rows that share nothing with i, cosine 0, may be among the k
      for (std::size_t v = 0; v < cosine_.size(); ++v) {
        if (!met_before_[v]) candidates.push_back(static_cast<NodeId>(v));
      }
    }
    std::erase(candidates, static_cast<NodeId>(i));
    const auto nearer = [&](NodeId a, NodeId b) { return cosine_[a] != cosine_[b] ? cosine_[a] > cosine_[b] : a < b; };
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(k), candidates.end(),
                      nearer);
    for (std::size_t j = 0; j < k; ++j) {
      lists.ids(i, j) = candidates[j];
      lists.distances(i, j) = std::sqrt(std::max(0.0, 2.0 - 2.0 * cosine_[candidates[j]]));
    }
    forget(i);
  }

 private:
  template <class Visit>
  void for_each_product(std::size_t i, Visit&& visit) const {
    for (std::uint64_t p = rows_.offsets[i]; p < rows_.offsets[i + 1]; ++p) {
      const std::uint32_t j = rows_.columns[p];
      for (std::uint64_t q = columns_.offsets[j]; q < columns_.offsets[j + 1]; ++q)
        visit(columns_.columns[q], static_cast<double>(rows_.values[p]) * static_cast<double>(columns_.values[q]));
    }
  }

  void gather(std::size_t i) {
    for_each_product(i, [&](NodeId v, double product) {
      cosine_[v] += product;
      if (met_before_[v]) return;
      met_before_[v] = true;
      met_.push_back(v);
    });
  }

  void forget(std::size_t i) {
    for_each_product(i, [&](NodeId v, double) {
      cosine_[v] = 0.0;
      met_before_[v] = false;
    });
    met_.clear();
  }

  const Csr<float>& rows_;
  const Csr<float>& columns_;
  std::vector<double> cosine_;  // to row i
  std::vector<char> met_before_;
  std::vector<NodeId> met_;  // rows that share a column with row i
};

KnnLists sparse_neighbours(SparseView unit_rows, const KnnOptions& options, const RunContext& run) {
  const SparseMatrix<float> matrix(to_csr<float>(unit_rows));
  const std::size_t n = unit_rows.rows();
  const std::size_t k = std::min(static_cast<std::size_t>(neighbours_among(options, n)), n == 0 ? 0 : n - 1);
  KnnLists lists{.ids = Matrix<NodeId>(n, k), .distances = Matrix<double>(n, k)};
  if (k == 0) return lists;
  parallel_for(run, n, 256, [&](std::size_t begin, std::size_t end) {
    SparseSearch search(matrix.rows, matrix.columns);
    for (std::size_t i = begin; i < end; ++i) search.find(i, lists);
  });
  return lists;
}

}  // namespace

KnnLists cosine_neighbours(AttributesView attributes, const KnnOptions& options, const RunContext& run) {
  validate(options);
  const KnnOptions exact{.neighbours = options.neighbours, .method = KnnMethod::exact};
  const Attributes unit_rows = scaled_attributes(attributes, AttributeScaling::row_length, run);
  return unit_rows.is_sparse() ? sparse_neighbours(with_column_of_zero_rows(unit_rows.sparse()), exact, run)
                               : nearest_neighbours(with_column_of_zero_rows(unit_rows.dense()), exact, run);
}

}  // namespace cgsd
