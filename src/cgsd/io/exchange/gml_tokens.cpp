#include "cgsd/io/exchange/gml_tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kLongestToken = std::size_t{1} << 24;

bool is_blank(int c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }
bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// The code point that &NAME; stands for.
std::optional<char32_t> entity(std::string_view name) {
  struct Named {
    std::string_view name;
    char32_t point;
  };
  constexpr std::array kNamed = {Named{"quot", '"'}, Named{"amp", '&'},   Named{"lt", '<'},
                                 Named{"gt", '>'},   Named{"apos", '\''}, Named{"nbsp", 0xa0}};
  for (const Named& known : kNamed) {
    if (known.name == name) return known.point;
  }
  if (!name.starts_with('#')) return {};
  name.remove_prefix(1);
  const int base = name.starts_with('x') || name.starts_with('X') ? 16 : 10;
  if (base == 16) name.remove_prefix(1);
  std::uint32_t point = 0;
  const auto [stopped, status] = std::from_chars(name.data(), name.data() + name.size(), point, base);
  if (status != std::errc() || stopped != name.data() + name.size() || name.empty()) return {};
  return static_cast<char32_t>(point);
}

}  // namespace

std::string without_entities(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('&'), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t end = text.substr(0, 12).find(';');
    const auto point = end == std::string_view::npos ? std::nullopt : entity(text.substr(1, end - 1));
    if (point && append_utf8(out, *point)) {
      text.remove_prefix(end + 1);
    } else {
      out += '&';
      text.remove_prefix(1);
    }
  }
  return out;
}

std::string utf8_or_latin1(std::string_view bytes) {
  if (decode_utf8(bytes)) return std::string(bytes);
  std::string out;
  for (const char c : bytes) append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

GmlTokens::GmlTokens(const std::filesystem::path& file, const RunContext& run)
    : file_(file.string()), bytes_(file, run) {
  for (const char expected : {'\xef', '\xbb', '\xbf'}) {  // a byte-order mark
    if (peek() == static_cast<unsigned char>(expected)) bytes_.drop();
  }
}

int GmlTokens::take() {
  const int c = peek();
  if (c < 0) return c;
  bytes_.drop();
  ++column_;
  if (c == '\n') {
    ++line_;
    column_ = 1;
  }
  return c;
}

void GmlTokens::skip_blanks() {
  while (is_blank(peek()) || peek() == '#') {
    if (peek() != '#') {
      take();
      continue;
    }
    while (peek() >= 0 && peek() != '\n') take();
  }
}

GmlToken GmlTokens::next() {
  skip_blanks();
  token_line_ = line_;
  token_column_ = column_;
  text_.clear();
  switch (peek()) {
    case -1:
      return GmlToken::end;
    case '[':
      take();
      return GmlToken::open;
    case ']':
      take();
      return GmlToken::close;
    case '"':
      return quoted();
    default:
      return plain();
  }
}

GmlToken GmlTokens::quoted() {
  take();
  for (int c = take(); c != '"'; c = take()) {
    if (c < 0) throw error("this quote is not closed");
    if (text_.size() == kLongestToken) throw error("a text of more than 16 MB");
    text_ += static_cast<char>(c);
  }
  text_ = without_entities(utf8_or_latin1(text_));
  return GmlToken::text;
}

GmlToken GmlTokens::plain() {
  while (peek() >= 0 && !is_blank(peek()) && peek() != '[' && peek() != ']' && peek() != '"') {
    if (text_.size() == kLongestToken) throw error("a word of more than 16 MB");
    text_ += static_cast<char>(take());
  }
  const auto first = static_cast<unsigned char>(text_.front());
  if (is_letter(first)) return GmlToken::word;
  if ((first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.') return GmlToken::number;
  throw error(fmt::format("{} is no name, number, text or bracket of GML", in_quotes(text_)));
}

}  // namespace cgsd
