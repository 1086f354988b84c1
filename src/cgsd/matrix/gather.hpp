// The inner loop of every product with a sparse matrix: a weighted sum of rows, kept in registers some columns at a
// time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "cgsd/matrix/csr.hpp"

namespace cgsd {

// Columns that fit into half of the sixteen vector registers.
template <class T>
inline constexpr std::size_t kGatherPanel = 8 * 32 / sizeof(T);

// Rows of equal width that lie `stride` apart.
template <class T>
struct RowView {
  const T* first;
  std::size_t stride;
  const T* row(std::size_t i) const { return first + i * stride; }
};

template <class T>
struct ProcessorVector;
template <>
struct ProcessorVector<float> {
  using Type = float __attribute__((vector_size(32)));
};
template <>
struct ProcessorVector<double> {
  using Type = double __attribute__((vector_size(32)));
};

// Eight vectors of the processor, as an array that the compiler splits into registers; with a plain array
// of numbers GCC keeps the sums in memory, which made this loop twice as slow.
template <bool Fresh, class T>
void add_gathered_panel(const Csr<T>& s, std::size_t u, RowView<T> rows, T scale, T* to) {
  using Lanes = typename ProcessorVector<T>::Type;
  constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(T);
  constexpr std::size_t kVectors = kGatherPanel<T> / kLanes;
  Lanes sum[kVectors];
#pragma GCC unroll 8
  for (std::size_t l = 0; l < kVectors; ++l) {
    if constexpr (Fresh) {
      sum[l] = Lanes{};
    } else {
      std::memcpy(&sum[l], to + l * kLanes, sizeof(Lanes));
    }
  }
  for (std::uint64_t p = s.offsets[u]; p < s.offsets[u + 1]; ++p) {
    const T weight = scale * s.values[p];
    const T* from = rows.row(s.columns[p]);
#pragma GCC unroll 8
    for (std::size_t l = 0; l < kVectors; ++l) {
      Lanes lanes;
      std::memcpy(&lanes, from + l * kLanes, sizeof(Lanes));
      sum[l] += weight * lanes;
    }
  }
#pragma GCC unroll 8
  for (std::size_t l = 0; l < kVectors; ++l) std::memcpy(to + l * kLanes, &sum[l], sizeof(Lanes));
}

// to ← [to +] scale · Σ_v s_uv · rows(v); if fresh, what was in `to` does not count.
template <bool Fresh, class T>
void add_gathered(const Csr<T>& s, std::size_t u, RowView<T> rows, T scale, std::span<T> to) {
  std::size_t first = 0;
  for (; first + kGatherPanel<T> <= to.size(); first += kGatherPanel<T>)
    add_gathered_panel<Fresh, T>(s, u, {rows.first + first, rows.stride}, scale, to.data() + first);
  if (first == to.size()) return;
  if (Fresh) std::fill(to.begin() + static_cast<std::ptrdiff_t>(first), to.end(), T(0));
  for (std::uint64_t p = s.offsets[u]; p < s.offsets[u + 1]; ++p) {
    const T weight = scale * s.values[p];
    const T* from = rows.row(s.columns[p]);
    for (std::size_t j = first; j < to.size(); ++j) to[j] += weight * from[j];
  }
}

}  // namespace cgsd
