// UTF-8 to code points and back, strictly: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cgsd {

inline constexpr char32_t kReplacement = 0xFFFD;                    // stands for what cannot be shown or held
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // some programs open a file with it

// Takes the first code point off `text`, which must not be empty; nullopt, and one byte off, if none begins there.
std::optional<char32_t> take_code_point(std::string_view& text);
std::optional<std::u32string> decode_utf8(std::string_view text);
// Appends one code point; false (and nothing appended) if it is not one.
bool append_utf8(std::string& text, char32_t point);

// How many columns of a terminal `text` fills, taking every code point for one: bytes that do not continue another.
std::size_t display_width(std::string_view text);

}  // namespace cgsd
