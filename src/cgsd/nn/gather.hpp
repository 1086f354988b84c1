// The inner loop of every product with a sparse matrix: a weighted sum of rows, kept in registers 64 columns at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cgsd/nn/sparse.hpp"

namespace cgsd {

inline constexpr std::size_t kGatherPanel = 64;

// Rows of equal width that lie `stride` apart.
template <class T>
struct RowView {
  const T* first;
  std::size_t stride;
  const T* row(std::size_t i) const { return first + i * stride; }
};

template <std::size_t Width, class T>
void add_gathered_panel(const Csr<T>& s, std::size_t u, RowView<T> rows, T scale, T* to) {
  T sum[Width];
  for (std::size_t j = 0; j < Width; ++j) sum[j] = to[j];
  for (std::uint64_t p = s.offsets[u]; p < s.offsets[u + 1]; ++p) {
    const T weight = scale * s.values[p];
    const T* from = rows.row(s.columns[p]);
    for (std::size_t j = 0; j < Width; ++j) sum[j] += weight * from[j];
  }
  for (std::size_t j = 0; j < Width; ++j) to[j] = sum[j];
}

// to ← to + scale · Σ_v s_uv · rows(v)
template <class T>
void add_gathered(const Csr<T>& s, std::size_t u, RowView<T> rows, T scale, std::span<T> to) {
  std::size_t j = 0;
  for (; j + kGatherPanel <= to.size(); j += kGatherPanel)
    add_gathered_panel<kGatherPanel, T>(s, u, {rows.first + j, rows.stride}, scale, to.data() + j);
  for (; j + 8 <= to.size(); j += 8)
    add_gathered_panel<8, T>(s, u, {rows.first + j, rows.stride}, scale, to.data() + j);
  for (; j < to.size(); ++j) add_gathered_panel<1, T>(s, u, {rows.first + j, rows.stride}, scale, to.data() + j);
}

}  // namespace cgsd
