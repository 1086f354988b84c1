// The bytes of a text file as UTF-8 with \n at every line end.
//
// A byte-order mark tells UTF-16 (either order) and UTF-8; it is taken off. \r\n stays, since readers know it; a file whose
// only line ends are \r gets \n in their place. The last line ends with \n. UTF-16 that is damaged, and a NUL byte (which
// UTF-16 without a mark is full of), are a ParseError with line and column. Bytes that are not UTF-8 stay as they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cgsd {

std::string unicode_text(const std::vector<char>& bytes, const std::string& file);

// Text in which what is not UTF-8 is taken for Latin-1, of which every byte is a letter.
std::string as_utf8(std::string_view text);

}  // namespace cgsd
