// SHA-256 (FIPS 180-4), for telling whether a file is the one that was published.
//
//   Sha256 hash;
//   hash.update("ab");
//   hash.update("c");
//   hash.hex();         // "ba7816bf…15ad", 64 lower-case digits; of all bytes so far, and more may follow
//
// Promises: the digest depends on the bytes alone, not on how they were cut. Cost: O(bytes), constant memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "cgsd/core/context.hpp"
#include "cgsd/io/bytes/sha256_blocks.hpp"

namespace cgsd {

class Sha256 {
 public:
  void update(std::string_view bytes);
  std::string hex() const;

 private:
  static constexpr std::size_t kBlock = 64;

  // The first 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, 5.3.3).
  Sha256State state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, kBlock> pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t total_ = 0;
};

// Of the file as it lies on disk (a .gz is not undone). Throws IoError for anything but a readable regular file.
std::string sha256_of_file(const std::filesystem::path& file, const RunContext& run);

}  // namespace cgsd
