#include "cgsd/matrix/csr.hpp"

#include <cmath>
#include <limits>

namespace cgsd {

template <class T>
Csr<T> transposed(const Csr<T>& matrix) {
  Csr<T> out;
  out.rows = matrix.cols;
  out.cols = matrix.rows;
  out.offsets.assign(out.rows + 1, 0);
  for (const std::uint32_t column : matrix.columns) ++out.offsets[column + 1];
  for (std::size_t i = 0; i < out.rows; ++i) out.offsets[i + 1] += out.offsets[i];
  out.columns.resize(matrix.columns.size());
  out.values.resize(matrix.values.size());
  std::vector<std::uint64_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::uint64_t p = matrix.offsets[i]; p < matrix.offsets[i + 1]; ++p) {
      const std::uint64_t place = next[matrix.columns[p]]++;
      out.columns[place] = static_cast<std::uint32_t>(i);
      out.values[place] = matrix.values[p];
    }
  }
  return out;
}

template <class T>
Csr<T> to_csr(SparseView attributes) {
  return {attributes.rows(),
          attributes.cols,
          {attributes.offsets.begin(), attributes.offsets.end()},
          {attributes.columns.begin(), attributes.columns.end()},
          {attributes.values.begin(), attributes.values.end()}};
}

// Values too small for the scalar are left out: their products would be subnormal numbers, which change nothing and
// cost a hundred cycles each.
template <class T>
Csr<T> to_csr(GraphView graph, const std::vector<double>& value_of_entry) {
  const double least = 1e8 * static_cast<double>(std::numeric_limits<T>::min());
  Csr<T> out{graph.nodes(), graph.nodes(), {0}, {}, {}};
  out.offsets.reserve(std::size_t{graph.nodes()} + 1);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (std::abs(value_of_entry[i]) < least) continue;
      out.columns.push_back(graph.targets()[i]);
      out.values.push_back(static_cast<T>(value_of_entry[i]));
    }
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

template Csr<float> transposed(const Csr<float>&);
template Csr<double> transposed(const Csr<double>&);
template Csr<float> to_csr(SparseView);
template Csr<double> to_csr(SparseView);
template Csr<float> to_csr(GraphView, const std::vector<double>&);
template Csr<double> to_csr(GraphView, const std::vector<double>&);

}  // namespace cgsd
