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
// Whether a zip archive holds arrays of NumPy, as an .npz does; an empty one might.
bool holds_arrays(const std::filesystem::path& file);
// What a zip archive is that holds none, by what it holds instead.
std::string foreign_archive(const std::filesystem::path& file);

// Whether these bytes are no text in any usual encoding.
bool is_binary(std::string_view head);

}  // namespace cgsd
