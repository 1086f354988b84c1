// std::vector<T>(count) whose memory, if it is large, comes in large pages.
//
// Why: the first touch of fresh memory costs one page fault per 4 KiB, several times the cost of a sweep that is
// limited by bandwidth. Measured for 160 MB of zeros: 108 ms in 4 KiB pages, 20 ms in 2 MiB pages (Linux 6, 2 cores).
// If the system has no large pages, or declines, it is an ordinary vector.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace cgsd {

inline constexpr std::size_t kLargeMemory = std::size_t{4} << 20;  // bytes

// Asks the system to back fresh memory by large pages. A hint: it never fails, and it does nothing below kLargeMemory.
void prefer_large_pages(void* memory, std::size_t bytes);

template <class T>
std::vector<T> large_vector(std::size_t count) {
  std::vector<T> values;
  values.reserve(count);
  prefer_large_pages(values.data(), count * sizeof(T));  // before the zeros are written
  values.resize(count);
  return values;
}

// The same without zeros: for values that are all written before they are read, by several threads at best.
template <class T>
std::unique_ptr<T[]> large_array(std::size_t count) {
  std::unique_ptr<T[]> values = std::make_unique_for_overwrite<T[]>(count);
  prefer_large_pages(values.get(), count * sizeof(T));
  return values;
}

}  // namespace cgsd
