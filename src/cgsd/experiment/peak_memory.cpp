#include "cgsd/experiment/peak_memory.hpp"

#include <fstream>
#include <string>

#include <malloc.h>

namespace cgsd {

bool reset_peak_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  return file.good();
}

std::optional<std::uint64_t> peak_memory() {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "VmHWM:" && file >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

}  // namespace cgsd
