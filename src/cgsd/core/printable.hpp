// Hostile text, read as something that may be shown: in an XML file, on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace cgsd {

// Takes the first character off `text`, which must not be empty. A byte that does not begin valid UTF-8 (also overlong
// forms and surrogates) counts as one character U+FFFD; so do control characters, characters XML forbids and those that
// turn the direction of writing. Tabs and line ends are spaces.
char32_t take_printable(std::string_view& text);

// All of `text` so: on one line, and nothing that a terminal would obey.
std::string printable(std::string_view text);

}  // namespace cgsd
