#include "cgsd/io/arrays/npz.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

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

// Whether the array fills its member, as its header says: only then is memory taken for all of it at once.
bool fills(const NpyHeader& header, const ZipMember& member, const ArrayOrigin& origin) {
  constexpr std::uint64_t kLongestHeader = std::uint64_t{1} << 17;
  const std::uint64_t bytes = byte_count(header, origin);
  return bytes <= member.size && member.size - bytes <= kLongestHeader;
}

}  // namespace

void NpzFile::unpack_together(std::initializer_list<std::string_view> arrays) {
  constexpr std::uint64_t kWorthAThread = std::uint64_t{1} << 20;
  std::vector<const ZipMember*> members;
  std::uint64_t memory = 0;
  for (const std::string_view array : arrays) {
    const ZipMember* const found = member(array);
    if (found == nullptr || found->size < kWorthAThread || !is_in_order(array, *found)) continue;
    members.push_back(found);
    memory += found->size + found->packed_size;
  }
  // Arrays that fill the memory come one after the other, each when it is asked for.
  if (run_.workers().count() == 1 || members.size() < 2 || memory > machine_memory() / 4) return;
  std::sort(members.begin(), members.end(), [](const auto* a, const auto* b) { return a->size > b->size; });
  std::vector<std::optional<std::vector<char>>> unpacked(members.size());
  parallel_for(run_, members.size(), 1,
               [&](std::size_t i, std::size_t) { unpacked[i] = archive_.whole(*members[i], run_); });
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (unpacked[i]) at_hand_.emplace(members[i], std::move(*unpacked[i]));
  }
}

bool NpzFile::is_in_order(std::string_view array, const ZipMember& member) const {
  const ArrayOrigin origin{archive_.file(), std::string(array)};
  try {
    return fills(read_npy_header(*archive_.open(member), origin), member, origin);
  } catch (const ParseError&) {
    return false;
  }
}

std::optional<std::vector<char>> NpzFile::whole(const ZipMember& member) const {
  auto found = at_hand_.extract(&member);
  return found ? std::move(found.mapped()) : archive_.whole(member, run_);
}

std::optional<NpyArray> NpzFile::find(std::string_view array) const {
  const ZipMember* const found = member(array);
  if (found == nullptr) return std::nullopt;
  const ArrayOrigin origin{archive_.file(), std::string(array)};
  const NpyHeader header = read_npy_header(*archive_.open(*found), origin);
  check_elements(header, *found, origin);
  if (std::optional<std::vector<char>> bytes = fills(header, *found, origin) ? whole(*found) : std::nullopt) {
    if (std::optional<NpyArray> read = npy_of(std::move(*bytes), origin)) return read;
  }
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
