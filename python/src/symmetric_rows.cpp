#include "python/src/symmetric_rows.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd::python {
namespace {

void check_offsets(const RowArrays& rows) {
  bool fits = !rows.offsets.empty() && rows.offsets.front() == 0 && rows.offsets.back() == rows.targets.size();
  for (std::size_t i = 1; fits && i < rows.offsets.size(); ++i) fits = rows.offsets[i - 1] <= rows.offsets[i];
  if (!fits) throw InvalidArgument("indptr of the sparse matrix does not fit its indices");
}

bool ascends(const RowArrays& rows, std::size_t u) {
  for (std::uint64_t p = rows.offsets[u] + 1; p < rows.offsets[u + 1]; ++p)
    if (rows.targets[p - 1] >= rows.targets[p]) return false;
  return true;
}

}  // namespace

void check_rows(const RowArrays& rows) {
  check_offsets(rows);
  const std::size_t nodes = rows.offsets.size() - 1;
  for (const std::uint32_t v : rows.targets)
    if (v >= nodes) throw InvalidArgument(fmt::format("the sparse matrix has column {}, but {} rows", v, nodes));
  if (!rows.weights.empty() && rows.weights.size() != rows.targets.size())
    throw InvalidArgument("the sparse matrix has another number of values than of indices");
}

// Invariant: rows are read in ascending order, so the entries (v, u) of a row v are met in the order in which they stand there.
bool are_rows_of_an_undirected_graph(const RowArrays& rows) {
  const std::size_t nodes = rows.offsets.size() - 1;
  std::vector<std::uint64_t> next(rows.offsets.begin(), rows.offsets.end() - 1);
  for (std::size_t u = 0; u < nodes; ++u) {
    if (!ascends(rows, u)) return false;
    for (std::uint64_t p = rows.offsets[u]; p < rows.offsets[u + 1]; ++p) {
      const std::uint32_t v = rows.targets[p];
      if (v == u) return false;
      const std::uint64_t q = next[v]++;
      if (q >= rows.offsets[v + 1] || rows.targets[q] != u) return false;
      if (rows.weights.empty()) continue;
      if (!std::isfinite(rows.weights[p]) || rows.weights[p] != rows.weights[q]) return false;
    }
  }
  return true;
}

void check_sparse_rows(const RowArrays& rows, std::size_t width, std::size_t values) {
  check_offsets(rows);
  if (values != rows.targets.size())
    throw InvalidArgument("the sparse attributes have another number of values than of indices");
  for (std::size_t u = 0; u + 1 < rows.offsets.size(); ++u)
    if (!ascends(rows, u)) throw InvalidArgument("the columns of the sparse attributes do not ascend within a row");
  for (const std::uint32_t column : rows.targets)
    if (column >= width)
      throw InvalidArgument(fmt::format("the sparse attributes have column {}, but {} columns", column, width));
}

}  // namespace cgsd::python
