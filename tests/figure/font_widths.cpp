// Prints the width of every character up to U+25FF that can be printed, in 1/2048 em, for font_widths.py.
#include <cstdio>
#include <string>

#include "cgsd/core/printable.hpp"
#include "cgsd/figure/text_width.hpp"

int main() {
  for (unsigned c = 0x20; c <= 0x25FF; ++c) {
    std::string text;
    if (c < 0x80) {
      text = {static_cast<char>(c)};
    } else if (c < 0x800) {
      text = {static_cast<char>(0xC0U | c >> 6U), static_cast<char>(0x80U | (c & 0x3FU))};
    } else {
      text = {static_cast<char>(0xE0U | c >> 12U), static_cast<char>(0x80U | (c >> 6U & 0x3FU)),
              static_cast<char>(0x80U | (c & 0x3FU))};
    }
    std::string_view rest = text;
    if (cgsd::take_printable(rest) == c) std::printf("%u %.0f\n", c, cgsd::text_width(text, 2048.0));
  }
}
