// Asks for memory before it is read. Rows that lie anywhere arrive in time if they are asked for a few rows ahead.
#pragma once

#include <cstddef>
#include <span>

namespace cgsd {

inline void fetch_ahead(const void* first, std::size_t bytes) {
  constexpr std::size_t kCacheLine = 64;
  for (std::size_t byte = 0; byte < bytes; byte += kCacheLine)
    __builtin_prefetch(static_cast<const char*>(first) + byte);
}

template <class T>
void fetch_ahead(std::span<T> numbers) {
  fetch_ahead(numbers.data(), numbers.size_bytes());
}

}  // namespace cgsd
