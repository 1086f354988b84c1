// NumPy arrays and zip archives built byte by byte, as NumPy and SciPy would write them, and as they never would.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

#include "tests/support/gzip.hpp"

namespace cgsd::testing {

template <class T>
std::string raw(const std::vector<T>& values) {
  return values.empty() ? "" : std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

inline std::string little(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 0xff);
  return out;
}

// A .npy file with this dictionary, unpadded (legal), in version 1, 2 or 3.
inline std::string npy_with(std::string_view dictionary, std::string_view data, int version = 1) {
  const std::string text = std::string(dictionary) + "\n";
  return "\x93NUMPY" + little(static_cast<std::uint64_t>(version), 1) + '\0' +
         little(text.size(), version == 1 ? 2 : 4) + text + std::string(data);
}

inline std::string npy(std::string_view descr, std::string_view shape, std::string_view data, bool fortran = false) {
  return npy_with("{'descr': '" + std::string(descr) + "', 'fortran_order': " + (fortran ? "True" : "False") +
                      ", 'shape': " + std::string(shape) + ", }",
                  data);
}

struct ZipPart {
  std::string name;
  std::string bytes;                                 // as they stand in the archive
  int method = 0;                                    // 0 stored, 8 deflated
  std::uint64_t claimed_size = ~std::uint64_t{0};    // ~0: the truth (of stored bytes)
  std::uint64_t claimed_packed = ~std::uint64_t{0};  // ~0: the truth
  std::uint32_t crc = 0;
  bool crc_given = false;
  int flags = 0;
};

// A zip archive; sizes ≥ 2^32 − 1 go into zip64 extra fields.
inline std::string zip_of(const std::vector<ZipPart>& parts) {
  std::string local;
  std::string central;
  for (const ZipPart& part : parts) {
    const std::uint64_t packed = part.claimed_packed == ~std::uint64_t{0} ? part.bytes.size() : part.claimed_packed;
    const std::uint64_t size = part.claimed_size == ~std::uint64_t{0} ? part.bytes.size() : part.claimed_size;
    const bool wide = size >= 0xffffffff || packed >= 0xffffffff;
    const std::string extra = wide ? little(1, 2) + little(16, 2) + little(size, 8) + little(packed, 8) : "";
    const std::uint32_t crc =
        part.crc_given ? part.crc
                       : static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(part.bytes.data()),
                                                          static_cast<uInt>(part.bytes.size())));
    const std::string common = little(wide ? 45 : 20, 2) + little(static_cast<std::uint64_t>(part.flags), 2) +
                               little(static_cast<std::uint64_t>(part.method), 2) + little(0, 2) + little(33, 2) +
                               little(crc, 4) + little(wide ? 0xffffffff : packed, 4) +
                               little(wide ? 0xffffffff : size, 4) + little(part.name.size(), 2) +
                               little(extra.size(), 2);
    const std::size_t offset = local.size();
    local += "PK\3\4" + common + part.name + extra + part.bytes;
    central += "PK\1\2" + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
               little(offset, 4) + part.name + extra;
  }
  return local + central + "PK\5\6" + little(0, 4) + little(parts.size(), 2) + little(parts.size(), 2) +
         little(central.size(), 4) + little(local.size(), 4) + little(0, 2);
}

inline ZipPart deflated_part(std::string name, std::string_view bytes) {
  ZipPart part{.name = std::move(name), .bytes = deflated(bytes), .method = 8, .claimed_size = bytes.size()};
  part.crc = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
  part.crc_given = true;
  return part;
}

// An .npz with these (name, .npy bytes), stored.
inline std::string npz_of(const std::vector<std::pair<std::string, std::string>>& arrays) {
  std::vector<ZipPart> parts;
  for (const auto& [name, bytes] : arrays) parts.push_back({.name = name + ".npy", .bytes = bytes});
  return zip_of(parts);
}

}  // namespace cgsd::testing
