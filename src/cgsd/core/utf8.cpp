#include "cgsd/core/utf8.hpp"

#include <algorithm>

namespace cgsd {
namespace {

bool is_code_point(char32_t point) { return point <= 0x10ffff && (point < 0xd800 || point > 0xdfff); }

// Bytes of the sequence that starts with `first`; 0 if none does.
std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  if (first >= 0xf0 && first < 0xf5) return 4;
  return 0;
}

}  // namespace

std::optional<char32_t> take_code_point(std::string_view& text) {
  constexpr char32_t kLowest[] = {0, 0, 0x80, 0x800, 0x10000};
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = sequence_length(first);
  char32_t point = length == 1 ? first : first & (0x7fu >> length);
  bool valid = length > 0 && length <= text.size();
  for (std::size_t k = 1; valid && k < length; ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    valid = (next & 0xc0u) == 0x80u;
    point = (point << 6) | (next & 0x3fu);
  }
  valid = valid && point >= kLowest[length] && is_code_point(point);
  text.remove_prefix(valid ? length : 1);
  return valid ? std::optional(point) : std::nullopt;
}

std::optional<std::u32string> decode_utf8(std::string_view text) {
  std::u32string points;
  points.reserve(text.size());
  while (!text.empty()) {
    const std::optional<char32_t> point = take_code_point(text);
    if (!point) return std::nullopt;
    points.push_back(*point);
  }
  return points;
}

bool append_utf8(std::string& text, char32_t point) {
  if (!is_code_point(point)) return false;
  const auto tail = [&](int shift) { text += static_cast<char>(0x80u | ((point >> shift) & 0x3fu)); };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += static_cast<char>(0xc0u | (point >> 6));
    tail(0);
  } else if (point < 0x10000) {
    text += static_cast<char>(0xe0u | (point >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0u | (point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
  return true;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; }));
}

}  // namespace cgsd
