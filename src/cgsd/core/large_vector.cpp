#include "cgsd/core/large_vector.hpp"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace cgsd {

void prefer_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::size_t kLargePage = std::size_t{2} << 20;
  if (bytes < kLargeMemory) return;
  // Only whole large pages inside the memory: its two ends may share pages with something else.
  const std::size_t skipped = (kLargePage - reinterpret_cast<std::uintptr_t>(memory) % kLargePage) % kLargePage;
  const std::size_t length = (bytes - skipped) / kLargePage * kLargePage;
  ::madvise(static_cast<std::byte*>(memory) + skipped, length, MADV_HUGEPAGE);
#endif
}

}  // namespace cgsd
