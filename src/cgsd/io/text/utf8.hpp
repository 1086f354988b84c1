// UTF-8 to code points and back, strictly: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cgsd {

std::optional<std::u32string> decode_utf8(std::string_view text);
// Appends one code point; false (and nothing appended) if it is not one.
bool append_utf8(std::string& text, char32_t point);

}  // namespace cgsd
