#include "cgsd/io/text/unicode_text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "cgsd/core/error.hpp"
#include "cgsd/core/utf8.hpp"

namespace cgsd {
namespace {

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";

// Where `at` stands in `text`, for a message.
FilePosition place_of(std::string_view text, std::size_t at, const std::string& file) {
  const std::string_view before = text.substr(0, at);
  const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t newline = before.rfind('\n');
  return {file, lines + 1, newline == std::string_view::npos ? at + 1 : at - newline};
}

std::string from_utf16(std::string_view bytes, bool big_endian, const std::string& file) {
  std::string text;
  text.reserve(bytes.size());
  const auto unit = [&](std::size_t i) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(big_endian ? first * 256U + second : second * 256U + first);
  };
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    char32_t point = 0xd800;  // none
    if (i + 1 < bytes.size()) point = unit(i);
    if (point >= 0xd800 && point < 0xdc00 && i + 3 < bytes.size()) {
      const char32_t low = unit(i + 2);
      if (low >= 0xdc00 && low < 0xe000) {
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        i += 2;
      }
    }
    if (!append_utf8(text, point))
      throw ParseError(place_of(text, text.size(), file), "this UTF-16 text is damaged here");
  }
  return text;
}

}  // namespace

std::string unicode_text(const std::vector<char>& bytes, const std::string& file) {
  std::string_view whole(bytes.data(), bytes.size());
  std::string text;
  if (whole.starts_with("\xff\xfe") || whole.starts_with("\xfe\xff")) {
    text = from_utf16(whole.substr(2), whole.front() == '\xfe', file);
  } else {
    if (whole.starts_with(kUtf8Mark)) whole.remove_prefix(kUtf8Mark.size());
    text = whole;
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
    throw ParseError(place_of(text, nul, file),
                     "a NUL byte: this is no text, or UTF-16 without a byte-order mark; save it as UTF-8");
  }
  if (text.find('\n') == std::string::npos) std::replace(text.begin(), text.end(), '\r', '\n');
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string as_utf8(std::string_view text) {
  if (decode_utf8(text)) return std::string(text);
  std::string out;
  for (const char c : text) append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

}  // namespace cgsd
