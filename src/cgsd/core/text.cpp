#include "cgsd/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/utf8.hpp"

namespace cgsd {
namespace {

// Levenshtein distance, one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

bool is_unit(std::string_view word) {
  word = word.substr(0, word.find_last_not_of(",;.)") + 1);
  return word == "%" || word == "ms" || word == "s" || word == "MB";
}

// Takes the next word off `text`, with a unit that follows a number; "" if there is none.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  std::size_t end = std::min(text.find(' '), text.size());
  if (end > 0 && end < text.size() && text[end - 1] >= '0' && text[end - 1] <= '9') {
    const std::size_t next = std::min(text.find(' ', end + 1), text.size());
    if (is_unit(text.substr(end + 1, next - end - 1))) end = next;
  }
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  std::size_t best_distance = 3;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string in_quotes(std::string_view token) {
  constexpr std::size_t kMost = 40;
  std::string out = "'";
  for (const char c : token.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  out += token.size() > kMost ? "…'" : "'";
  return out;
}

std::string grouped(unsigned long long number) {
  std::string digits = std::to_string(number);
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

std::string number_text(double value, int decimals) {
  if (std::isnan(value)) return "–";
  std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  const bool is_zero = text.find_first_not_of("0.") == std::string::npos;
  return value < 0.0 && !is_zero ? "−" + text : text;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const std::size_t columns = display_width(word);
    if (column > indent && column + 1 + columns > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns;
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::string_view rest = text;
  for (std::size_t column = 1; column < width; ++column) take_code_point(rest);
  return std::string(trimmed(text.substr(0, text.size() - rest.size()))) + "…";
}

}  // namespace cgsd
