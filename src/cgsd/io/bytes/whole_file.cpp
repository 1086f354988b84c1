#include "cgsd/io/bytes/whole_file.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/kept_streams.hpp"

namespace cgsd {

std::uint64_t machine_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

std::vector<char> read_up_to(ByteSource& source, std::uint64_t wanted, const RunContext& run) {
  constexpr std::uint64_t kChunk = std::uint64_t{1} << 20;
  std::vector<char> bytes;
  while (bytes.size() < wanted) {
    run.check_stop();
    const std::uint64_t filled = bytes.size();
    const std::uint64_t step = std::min(kChunk, wanted - filled);
    if (bytes.capacity() < filled + step) bytes.reserve(std::min(wanted, std::max(filled * 2, kChunk)));
    bytes.resize(filled + step);
    const std::size_t got = source.read(std::span(bytes).subspan(filled));
    bytes.resize(filled + got);
    if (got < step) break;
  }
  return bytes;
}

std::vector<char> read_whole(const std::filesystem::path& file, const RunContext& run) {
  const std::uint64_t most = machine_memory() / 2;
  std::vector<char> bytes = read_up_to(*open_bytes(file), most, run);
  if (bytes.size() == most) {
    throw ParseError({file.string()},
                     fmt::format("holds more than {} bytes, half of this machine's memory", grouped(most)));
  }
  return bytes;
}

std::string peeked_bytes(const std::filesystem::path& file, std::size_t count) {
  return is_stream(file) && !streams_are_kept() ? std::string() : first_bytes(file, count);
}

}  // namespace cgsd
