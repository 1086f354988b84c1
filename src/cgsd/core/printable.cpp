#include "cgsd/core/printable.hpp"

#include "cgsd/core/utf8.hpp"

namespace cgsd {
namespace {

char32_t shown(char32_t c) {
  if (c == '\t' || c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029) return ' ';
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool turns = c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  const bool no_character = (c & 0xFFFEU) == 0xFFFE;
  return control || turns || no_character ? kReplacement : c;
}

}  // namespace

char32_t take_printable(std::string_view& text) {
  const std::optional<char32_t> point = take_code_point(text);
  return point ? shown(*point) : kReplacement;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) append_utf8(out, take_printable(text));
  return out;
}

}  // namespace cgsd
