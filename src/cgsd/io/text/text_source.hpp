// A text file as a stream of UTF-8: gzip is undone, and UTF-16 (with a byte-order mark, or evident from its zeros) is
// rewritten on the way. Every other encoding is handed on byte by byte. A byte-order mark of UTF-8 stays.
// Half a pair of surrogates, or half a unit at the end, becomes U+FFFD.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {

enum class Utf16 { no, little_endian, big_endian };
// What the first bytes of a file say.
Utf16 looks_like_utf16(std::string_view first_bytes);

std::unique_ptr<ByteSource> open_text(const std::filesystem::path& file);

// The first `count` bytes of the text, or fewer if there are fewer.
std::string first_text(const std::filesystem::path& file, std::size_t count);

}  // namespace cgsd
