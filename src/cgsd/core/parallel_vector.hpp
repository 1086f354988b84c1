// large_vector whose fresh memory is touched first by all threads.
//
// Why: the system clears a page at its first touch, which takes one thread a third of a second for a gigabyte in large pages. In
// the default at 10^6 nodes this was the longest piece of work that only one thread did.
#pragma once

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {

template <class T>
std::vector<T> large_vector(std::size_t count, const RunContext& run) {
  constexpr std::size_t kSmallestPage = 4096;
  std::vector<T> values;
  values.reserve(count);
  const std::size_t bytes = count * sizeof(T);
  prefer_large_pages(values.data(), bytes);
  if (bytes >= kLargeMemory) {
    auto* const memory = reinterpret_cast<volatile char*>(values.data());  // the writes are the purpose
    parallel_for(run, bytes, kLargeMemory, [&](std::size_t begin, std::size_t end) {
      for (std::size_t byte = begin; byte < end; byte += kSmallestPage) memory[byte] = 0;
    });
  }
  values.resize(count);
  return values;
}

}  // namespace cgsd
