#include "cgsd/io/arrays/npz.hpp"

#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd {

std::optional<NpyArray> NpzFile::find(std::string_view array) const {
  const ZipMember* const found = member(array);
  if (found == nullptr) return std::nullopt;
  return read_npy(*archive_.open(*found), {archive_.file(), std::string(array)}, found->size, run_);
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
