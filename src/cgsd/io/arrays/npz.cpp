#include "cgsd/io/arrays/npz.hpp"

#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd {

namespace {

// Elements take up to 16 bytes each when they have been converted, whatever they took in the file. A text counts by its
// characters: one that is long enough fills memory alone.
void check_elements(const NpyHeader& header, const ZipMember& member, const ArrayOrigin& origin) {
  constexpr std::uint64_t kAlways = std::uint64_t{1} << 24;
  constexpr std::uint64_t kPerByte = 100;
  if (byte_count(header, origin) > member.size) return;  // whoever reads it says so
  constexpr std::uint64_t kWidestNumber = 8;
  constexpr std::uint64_t kCharacter = 4;
  const std::uint64_t numbers = element_count(header.shape, origin);
  const std::uint64_t bytes = byte_count(header, origin);
  const std::uint64_t elements = bytes / kWidestNumber > numbers ? bytes / kCharacter : numbers;
  if (elements <= kAlways || (elements - kAlways) / kPerByte <= member.packed_size) return;
  throw origin.error(
      fmt::format("{} elements in {} bytes of compressed data: if you trust this file, write it again with numpy.savez",
                  grouped(elements), grouped(member.packed_size)));
}

}  // namespace

std::optional<NpyArray> NpzFile::find(std::string_view array) const {
  const ZipMember* const found = member(array);
  if (found == nullptr) return std::nullopt;
  const ArrayOrigin origin{archive_.file(), std::string(array)};
  check_elements(read_npy_header(*archive_.open(*found), origin), *found, origin);
  return read_npy(*archive_.open(*found), origin, found->size, run_);
}

NpyArray NpzFile::get(std::string_view array) const {
  std::optional<NpyArray> found = find(array);
  if (!found) throw error(fmt::format("there is no array {}; there are: {}", in_quotes(array), names()));
  return std::move(*found);
}

std::string NpzFile::names() const {
  constexpr std::size_t kMost = 12;
  const auto& members = archive_.members();
  std::string text;
  for (std::size_t i = 0; i < members.size() && i < kMost; ++i) {
    std::string_view name = members[i].name;
    if (name.ends_with(".npy")) name.remove_suffix(4);
    text += (i == 0 ? "" : ", ") + in_quotes(name);
  }
  if (members.empty()) return "none";
  return members.size() > kMost ? text + ", …" : text;
}

}  // namespace cgsd
