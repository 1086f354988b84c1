// Files that cgsd does not read, told by their first bytes: what they are, and how to turn them into something it reads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cgsd {

// "looks like Parquet, which cgsd does not read; in Python: …"; nothing if it is none of those known. `head` are the first
// bytes, gzip undone.
std::optional<std::string> foreign_format(const std::filesystem::path& file, std::string_view head);
// The same for a zip archive that is no .npz, by what it holds.
std::string foreign_archive(const std::filesystem::path& file);

// Whether these bytes are no text in any usual encoding.
bool is_binary(std::string_view head);

}  // namespace cgsd
