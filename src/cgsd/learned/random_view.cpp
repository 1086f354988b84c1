#include "cgsd/learned/random_view.hpp"

#include <cmath>
#include <utility>

#include "cgsd/nn/operations/elementwise.hpp"

namespace cgsd {
namespace {

// The loops always stay.
template <class T>
Csr<T> with_entries_dropped(const Csr<T>& from, double probability, RandomStream stream) {
  RandomSequence random(stream);
  Csr<T> out{from.rows, from.cols, {0}, {}, {}};
  out.columns.reserve(from.columns.size());
  out.values.reserve(from.values.size());
  for (std::size_t u = 0; u < from.rows; ++u) {
    for (std::uint64_t p = from.offsets[u]; p < from.offsets[u + 1]; ++p) {
      if (from.columns[p] != u && random.uniform() < probability) continue;
      out.columns.push_back(from.columns[p]);
      out.values.push_back(from.values[p]);
    }
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

template <class T>
void normalise(Csr<T>& matrix, ViewDegrees degrees) {
  std::vector<double> of_row(matrix.rows, 0.0);
  std::vector<double> of_column(matrix.cols, 0.0);
  for (std::size_t u = 0; u < matrix.rows; ++u) {
    for (std::uint64_t p = matrix.offsets[u]; p < matrix.offsets[u + 1]; ++p) {
      of_row[u] += static_cast<double>(matrix.values[p]);
      of_column[matrix.columns[p]] += static_cast<double>(matrix.values[p]);
    }
  }
  const auto& left = degrees == ViewDegrees::of_columns ? of_column : of_row;
  const auto& right = degrees == ViewDegrees::of_rows ? of_row : of_column;
  for (std::size_t u = 0; u < matrix.rows; ++u) {
    for (std::uint64_t p = matrix.offsets[u]; p < matrix.offsets[u + 1]; ++p) {
      matrix.values[p] =
          static_cast<T>(static_cast<double>(matrix.values[p]) / std::sqrt(left[u] * right[matrix.columns[p]]));
    }
  }
}

}  // namespace

template <class T>
RandomView<T> ViewSource<T>::view(const ViewRates& rates, RandomStream stream) const {
  Csr<T> rows = with_entries_dropped(rows_, rates.dropped_entries, stream.named("entries"));
  normalise(rows, degrees_);
  return {SparseMatrix<T>(std::move(rows)),
          random_mask<T>(attributes_, 1, rates.masked_attributes, stream.named("features"))};
}

template class ViewSource<float>;
template class ViewSource<double>;

}  // namespace cgsd
