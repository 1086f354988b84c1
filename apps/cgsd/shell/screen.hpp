// What a report is shown on: how wide it is, and whether it has colours.
//
// The width is that of the terminal, 80 if there is none (a pipe, a file); COLUMNS says otherwise. Lines end at 120,
// however wide the terminal is. Colours are for terminals alone, and not if NO_COLOR is set or TERM is "dumb".
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cgsd::app {

struct Screen {
  std::size_t width = 80;
  bool colour = false;
};

// Of a stream as it is now.
Screen screen_of(std::FILE* stream);
bool is_terminal(std::FILE* stream);

// Marks `text` to be set off; for `rendered`. The marks count as columns, so lay the text out first.
enum class Style : char { bold = 1, faint, red, yellow };
std::string styled(std::string_view text, Style style);

// The text as it may be printed: marks become colours, or nothing if the screen has none. Every other control character
// but the line end is replaced, so that no name in a file can steer the terminal.
std::string rendered(std::string_view text, const Screen& screen);

// A message for standard error, rendered: `prefix` set off, then the text. It is wrapped on a terminal; elsewhere it is
// one line, for programs that read it.
std::string message_text(std::string_view prefix, Style style, std::string_view text);

}  // namespace cgsd::app
