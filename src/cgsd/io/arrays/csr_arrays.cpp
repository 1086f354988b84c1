#include "cgsd/io/arrays/csr_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

void check_indptr(const CsrArrays& csr, std::uint64_t values, const ArrayOrigin& origin) {
  if (csr.indptr.size() != csr.rows + 1) {
    throw origin.error(fmt::format("indptr has {} elements, but {} rows need {}", grouped(csr.indptr.size()),
                                   grouped(csr.rows), grouped(csr.rows + 1)));
  }
  if (csr.indptr.front() != 0) throw origin.error("indptr must start at 0");
  for (std::size_t i = 0; i < csr.rows; ++i) {
    if (csr.indptr[i + 1] < csr.indptr[i]) throw origin.error(fmt::format("indptr falls at row {}", i));
  }
  if (static_cast<std::uint64_t>(csr.indptr.back()) != values) {
    throw origin.error(fmt::format("indptr ends at {}, but there are {} values", csr.indptr.back(), grouped(values)));
  }
}

// Sorts one row by column; throws where a column occurs twice.
void sort_row(SparseRows& rows, std::size_t row, const ArrayOrigin& origin) {
  const auto begin = static_cast<std::ptrdiff_t>(rows.offsets[row]);
  const auto end = static_cast<std::ptrdiff_t>(rows.offsets[row + 1]);
  const auto columns = std::span(rows.columns).subspan(rows.offsets[row], static_cast<std::size_t>(end - begin));
  if (!std::is_sorted(columns.begin(), columns.end())) {
    std::vector<std::pair<std::uint32_t, float>> pairs(columns.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k] = {columns[k], rows.values[rows.offsets[row] + k]};
    std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      columns[k] = pairs[k].first;
      rows.values[rows.offsets[row] + k] = pairs[k].second;
    }
  }
  const auto twice = std::adjacent_find(columns.begin(), columns.end());
  if (twice != columns.end()) throw origin.error(fmt::format("row {}: column {} occurs twice", row, *twice));
}

}  // namespace

void check_columns(std::uint64_t columns, std::uint64_t numbers, const ArrayOrigin& origin) {
  constexpr std::uint64_t kAlways = std::uint64_t{1} << 20;
  constexpr std::uint64_t kPerNumber = 1000;
  if (columns <= kAlways || (columns - kAlways) / kPerNumber < numbers) return;
  throw origin.error(
      fmt::format("{} columns for {} numbers, so nearly all of them are empty: number only those that are not",
                  grouped(columns), grouped(numbers)));
}

void check_csr(const CsrArrays& csr, std::uint64_t values, const ArrayOrigin& origin) {
  if (csr.cols > kMaxColumns) throw origin.error(fmt::format("{} columns are too many", grouped(csr.cols)));
  if (csr.indices.size() != values) {
    throw origin.error(fmt::format("{} column indices for {} values", grouped(csr.indices.size()), grouped(values)));
  }
  check_indptr(csr, values, origin);
  for (std::size_t row = 0; row < csr.rows; ++row) {
    for (auto k = csr.indptr[row]; k < csr.indptr[row + 1]; ++k) {
      const std::int64_t column = csr.indices[static_cast<std::size_t>(k)];
      if (column < 0 || static_cast<std::uint64_t>(column) >= csr.cols) {
        throw origin.error(fmt::format("row {}: column {} is not in [0, {})", row, column, csr.cols));
      }
    }
  }
}

SparseRows sparse_rows(const CsrArrays& csr, std::vector<float> values, const ArrayOrigin& origin) {
  check_csr(csr, values.size(), origin);
  check_columns(csr.cols, values.size(), origin);
  SparseRows rows;
  rows.cols = csr.cols;
  rows.offsets.assign(csr.indptr.begin(), csr.indptr.end());
  rows.columns.resize(csr.indices.size());
  std::transform(csr.indices.begin(), csr.indices.end(), rows.columns.begin(),
                 [](std::int64_t column) { return static_cast<std::uint32_t>(column); });
  rows.values = std::move(values);
  for (std::size_t row = 0; row < csr.rows; ++row) {
    sort_row(rows, row, origin);
    for (std::uint64_t k = rows.offsets[row]; k < rows.offsets[row + 1]; ++k) {
      if (std::isfinite(rows.values[k])) continue;
      throw origin.error(
          fmt::format("row {}, column {}: {} is not a finite number", row, rows.columns[k], rows.values[k]));
    }
  }
  return rows;
}

}  // namespace cgsd
