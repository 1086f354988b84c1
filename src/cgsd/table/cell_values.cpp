#include "cgsd/table/cell_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<signed char>(c) < 0; }

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// Too small a number is 0; too large a one is none.
template <class T>
std::optional<T> parsed(std::string_view text) {
  if (text.empty() || !(is_digit(text.front()) || text.front() == '.')) return std::nullopt;
  T value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (stopped != end || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    const bool small = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos ||
                       text.starts_with("0.") || text.front() == '.';
    return small ? std::optional<T>(T{0}) : std::nullopt;
  }
  return value;
}

// Takes a sign off the front: −1 or 1.
double take_sign(std::string_view& text) {
  constexpr std::string_view kMinus = "\xe2\x88\x92";
  if (text.starts_with(kMinus)) {
    text.remove_prefix(kMinus.size());
    return -1.0;
  }
  if (!text.starts_with('+') && !text.starts_with('-')) return 1.0;
  const double sign = text.front() == '-' ? -1.0 : 1.0;
  text.remove_prefix(1);
  return sign;
}

bool take_percent(std::string_view& text) {
  if (!text.ends_with('%')) return false;
  text = trimmed(text.substr(0, text.size() - 1));
  return true;
}

// What may stand between groups of thousands: a blank, two kinds of it that do not break, an apostrophe, or `own`.
std::size_t group_mark(std::string_view text, char own) {
  if (text.empty()) return 0;
  if (text.front() == own || text.front() == ' ' || text.front() == '\'') return 1;
  if (text.starts_with("\xc2\xa0")) return 2;
  return text.starts_with("\xe2\x80\xaf") || text.starts_with("\xe2\x80\x99") ? 3 : 0;
}

std::size_t digits_at(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  return static_cast<std::size_t>(end - text.begin());
}

// 1,234,567 without its marks, appended to `out`; what follows is left in `text`. False if the groups are wrong.
bool take_groups(std::string_view& text, char own, std::string& out) {
  const std::size_t first = digits_at(text);
  out += text.substr(0, first);
  text.remove_prefix(first);
  std::string_view used;
  while (const std::size_t mark = group_mark(text, own)) {
    const std::string_view this_mark = text.substr(0, mark);
    if (first == 0 || first > 3 || digits_at(text.substr(mark)) != 3) return false;
    if (!used.empty() && used != this_mark) return false;
    used = this_mark;
    out += text.substr(mark, 3);
    text.remove_prefix(mark + 3);
  }
  return first > 0 || !text.empty();
}

std::optional<double> grouped_number(std::string_view text, char thousands, char decimal) {
  std::string plain;
  if (!take_groups(text, thousands, plain)) return std::nullopt;
  if (!text.empty()) {
    if (text.front() == decimal) {
      plain += '.';
      text.remove_prefix(1);
    }
    if (text.find_first_not_of("0123456789eE+-") != std::string_view::npos) return std::nullopt;
    plain += text;
  }
  return parsed<double>(plain);
}

std::string_view without_brackets(std::string_view cell) {
  cell = trimmed(cell);
  const bool square = cell.starts_with('[') && cell.ends_with(']');
  const bool round = cell.starts_with('(') && cell.ends_with(')');
  const bool curly = cell.starts_with('{') && cell.ends_with('}');
  if (cell.size() < 2 || !(square || round || curly)) return cell;
  return trimmed(cell.substr(1, cell.size() - 2));
}

std::string_view without_quotes(std::string_view text) {
  text = trimmed(text);
  const bool quoted = text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

bool is_ordinal(std::string_view suffix) {
  constexpr std::array<std::string_view, 4> kOrdinals = {"st", "nd", "rd", "th"};
  return is_one_of(suffix, kOrdinals);
}

}  // namespace

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool is_missing(std::string_view cell) {
  constexpr std::array<std::string_view, 25> kSpellings = {
      "",   "na",  "n/a", "#n/a", "n.a.", "nan", "-nan",    "null",   "none",    "nil",     "<na>",  "nat",  "-",
      "--", "---", "?",   ".",    "..",   "\\n", "missing", "#null!", "#value!", "#div/0!", "#ref!", "#num!"};
  constexpr std::size_t kLongest = 7;
  // Most cells of large tables are numbers.
  if (!cell.empty() && is_digit(cell.front())) return false;
  if (cell.size() > 1 && cell.front() == '-' && is_digit(cell[1])) return false;
  cell = trimmed(cell);
  if (cell == "\xe2\x80\x93" || cell == "\xe2\x80\x94") return true;  // – and —
  return cell.size() <= kLongest && is_one_of(lower_ascii(cell), kSpellings);
}

std::optional<double> number_of(std::string_view cell, NumberStyle style) {
  cell = trimmed(cell);
  const bool percent = take_percent(cell);
  const double sign = take_sign(cell);
  std::optional<double> value;
  if (style == NumberStyle::plain) {
    value = parsed<double>(cell);
  } else if (style == NumberStyle::decimal_point) {
    value = grouped_number(cell, ',', '.');
  } else {
    value = grouped_number(cell, '.', ',');
  }
  if (!value) return std::nullopt;
  return sign * (percent ? *value / 100.0 : *value);
}

std::optional<float> plain_float(std::string_view cell) {
  cell = trimmed(cell);
  const auto sign = static_cast<float>(take_sign(cell));
  const std::optional<float> value = parsed<float>(cell);
  return value ? std::optional(sign * *value) : std::nullopt;
}

bool is_infinite(std::string_view cell) {
  constexpr std::array<std::string_view, 3> kSpellings = {"inf", "infinity", "\xe2\x88\x9e"};
  cell = trimmed(cell);
  take_sign(cell);
  if (is_one_of(lower_ascii(cell), kSpellings)) return true;
  double value = 0.0;
  const auto [stopped, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return stopped == cell.data() + cell.size() && error == std::errc::result_out_of_range;
}

bool is_code(std::string_view cell) {
  cell = trimmed(cell);
  return cell.size() > 1 && cell.front() == '0' && std::all_of(cell.begin(), cell.end(), is_digit);
}

bool is_number_with_unit(std::string_view cell) {
  constexpr std::size_t kLongestUnit = 8;
  cell = trimmed(cell);
  const std::size_t first = cell.find_first_of("0123456789");
  const std::size_t last = cell.find_last_of("0123456789");
  if (first == std::string_view::npos) return false;
  std::string_view before = trimmed(cell.substr(0, first));
  while (before.ends_with('-') || before.ends_with('+') || before.ends_with('.'))
    before = before.substr(0, before.size() - 1);
  const std::string_view after = trimmed(cell.substr(last + 1));
  const auto is_unit = [](char c) { return is_letter(c) || c == '/' || c == '$' || c == '%'; };
  const bool currency =
      !before.empty() && before.size() <= 3 && (before == "$" || static_cast<signed char>(before[0]) < 0);
  const bool unit = !after.empty() && after.size() <= kLongestUnit && std::all_of(after.begin(), after.end(), is_unit);
  if (!(before.empty() || currency) || !(after.empty() || unit) || !(currency || unit)) return false;
  if (is_ordinal(lower_ascii(after)) || after == "%") return false;
  const std::string_view number = cell.substr(first, last + 1 - first);
  return number_of(number, NumberStyle::plain) || number_of(number, NumberStyle::decimal_point) ||
         number_of(number, NumberStyle::decimal_comma);
}

std::optional<bool> yes_or_no(std::string_view cell) {
  constexpr std::array<std::string_view, 9> kYes = {"yes", "true", "y", "t", "ja", "oui", "si", "s\xc3\xad", "sim"};
  constexpr std::array<std::string_view, 8> kNo = {"no", "false", "n", "f", "nein", "non", "nee", "n\xc3\xa3o"};
  const std::string lower = lower_ascii(trimmed(cell));
  if (is_one_of(lower, kYes)) return true;
  return is_one_of(lower, kNo) ? std::optional(false) : std::nullopt;
}

std::optional<std::vector<double>> vector_of(std::string_view cell) {
  std::string_view rest = without_brackets(cell);
  constexpr std::string_view kBetween = " ,;\t\r\n";
  std::vector<double> values;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(kBetween), rest.size());
    const std::optional<double> value = number_of(rest.substr(0, end), NumberStyle::plain);
    if (!value) return std::nullopt;
    values.push_back(*value);
    rest.remove_prefix(end);
    rest.remove_prefix(std::min(rest.find_first_not_of(kBetween), rest.size()));
  }
  return values.empty() ? std::nullopt : std::optional(std::move(values));
}

std::vector<std::string_view> list_items(std::string_view cell, char separator) {
  std::vector<std::string_view> items;
  std::string_view rest = without_brackets(cell);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view item = without_quotes(rest.substr(0, end));
    if (!item.empty()) items.push_back(item);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return items;
}

}  // namespace cgsd
