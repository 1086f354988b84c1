#include "cgsd/figure/utf8.hpp"

#include <cstddef>

namespace cgsd {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Lead {
  std::size_t bytes;  // 0: no leading byte
  char32_t bits;
  char32_t least;  // below it the form is overlong
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte >= 0xC0 && byte < 0xE0) return {2, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte < 0xF0) return {3, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte < 0xF8) return {4, byte & 0x07U, 0x10000};
  return {0, 0, 0};
}

char32_t printable(char32_t c) {
  if (c == '\t' || c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029) return ' ';
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool turns = c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  const bool forbidden = (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF || (c & 0xFFFEU) == 0xFFFE;
  return control || turns || forbidden ? kReplacement : c;
}

}  // namespace

char32_t take_printable(std::string_view& text) {
  const Lead lead = lead_of(static_cast<unsigned char>(text.front()));
  char32_t character = lead.bits;
  bool valid = lead.bytes > 0 && lead.bytes <= text.size();
  for (std::size_t i = 1; valid && i < lead.bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    valid = (byte & 0xC0U) == 0x80U;
    character = (character << 6U) | (byte & 0x3FU);
  }
  valid = valid && character >= lead.least && (character < 0xD800 || character >= 0xE000) && character <= 0x10FFFF;
  text.remove_prefix(valid ? lead.bytes : 1);
  return valid ? printable(character) : kReplacement;
}

}  // namespace cgsd
