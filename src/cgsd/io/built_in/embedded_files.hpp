// Files that are part of the program: the CSV files of examples/data, byte for byte. Their paths begin with `built-in:`, and
// open_bytes opens them like any other file, so that every reader serves them and names them in its messages.
//
//   open_bytes(embedded_path("people/ties.csv"))      // built-in:people/ties.csv
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace cgsd {

struct EmbeddedText {
  std::string_view name;  // people/ties.csv
  std::string_view text;
};
std::span<const EmbeddedText> embedded_texts();  // by name, ascending; made by CMake

std::filesystem::path embedded_path(std::string_view name);

// The contents of an embedded file; nothing for any other path.
std::optional<std::string_view> embedded_file(const std::filesystem::path& file);

}  // namespace cgsd
