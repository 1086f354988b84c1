#include "cgsd/io/text/table_reader.hpp"

#include <algorithm>
#include <charconv>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

constexpr int kMostLines = 1000;                         // of a row with quoted line ends
constexpr std::size_t kMaxCells = std::size_t{1} << 22;  // cells take more memory than the text they stand in

bool is_separator(char c, Separator separator) {
  switch (separator) {
    case Separator::tab:
      return c == '\t';
    case Separator::comma:
      return c == ',';
    case Separator::semicolon:
      return c == ';';
    default:
      return c == ' ' || c == '\t';
  }
}

Separator separator_in(std::string_view line, const std::string& ending) {
  const auto has = [&](char c) { return line.find(c) != std::string_view::npos; };
  if (ending == ".csv" && has(',')) return Separator::comma;
  if (has('\t')) return Separator::tab;
  if (has(',')) return Separator::comma;
  return has(';') ? Separator::semicolon : Separator::blanks;
}

std::size_t find_separator(std::string_view text, Separator separator) {
  const auto found = std::find_if(text.begin(), text.end(), [&](char c) { return is_separator(c, separator); });
  return static_cast<std::size_t>(found - text.begin());
}

// Without the blanks that are no separators themselves.
std::string_view without_leading_blanks(std::string_view text, Separator separator) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t') &&
         (separator == Separator::blanks || !is_separator(text.front(), separator))) {
    text.remove_prefix(1);
  }
  return text;
}

}  // namespace

TableReader::TableReader(const std::filesystem::path& file, std::optional<Separator> separator, const RunContext& run)
    : lines_(file), separator_(separator), ending_(format_ending(file)), run_(run) {}

bool TableReader::next() {
  std::string_view line;
  while (lines_.next(line)) {
    if (lines_.line_number() % 1024 == 0) run_.check_stop();
    if (line.starts_with('#') || trimmed(line).empty()) continue;
    if (!separator_) separator_ = separator_in(line, ending_);
    read_row(line);
    return true;
  }
  cells_.clear();
  places_.clear();
  return false;
}

void TableReader::read_row(std::string_view line) {
  for (int lines = 1; !split(line); ++lines) {
    const auto quote = static_cast<std::size_t>(places_.back().data() - line.data());
    if (lines == kMostLines || !lines_.extend(line))
      throw lines_.error_at(line.substr(quote), "the quote is not closed");
  }
}

bool TableReader::split(std::string_view line) {
  cells_.clear();
  places_.clear();
  unescaped_.clear();
  std::string_view rest = *separator_ == Separator::blanks ? trimmed(line) : line;
  while (true) {
    rest = without_leading_blanks(rest, *separator_);
    const char* const begin = rest.data();
    if (cells_.size() == kMaxCells)
      throw lines_.error(fmt::format("more than {} cells in one row", grouped(kMaxCells)));
    const auto cell = take_cell(rest);
    places_.emplace_back(begin, static_cast<std::size_t>(rest.data() - begin));
    if (!cell) return false;
    cells_.push_back(*cell);
    if (rest.empty()) return true;
    rest.remove_prefix(1);  // the separator
  }
}

// Takes a cell and leaves its separator at the front of `rest`; none: its quote is left open.
std::optional<std::string_view> TableReader::take_cell(std::string_view& rest) {
  if (rest.starts_with('"')) return take_quoted(rest);
  const std::size_t length = find_separator(rest, *separator_);
  const std::string_view cell = trimmed(rest.substr(0, length));
  rest.remove_prefix(length);
  return cell;
}

std::optional<std::string_view> TableReader::take_quoted(std::string_view& rest) {
  std::size_t end = 1;
  bool doubled = false;
  for (;;) {
    end = rest.find('"', end);
    if (end == std::string_view::npos) return std::nullopt;
    if (end + 1 >= rest.size() || rest[end + 1] != '"') break;
    doubled = true;
    end += 2;
  }
  std::string_view cell = rest.substr(1, end - 1);
  const std::string_view behind = rest.substr(end + 1);
  const std::size_t to_separator = find_separator(behind, *separator_);
  if (!trimmed(behind.substr(0, to_separator)).empty()) {
    throw lines_.error_at(behind, "there is more text after the closing quote");
  }
  rest = behind.substr(to_separator);
  if (!doubled) return cell;
  std::string plain;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    plain += cell[i];
    if (cell[i] == '"') ++i;
  }
  unescaped_.push_back(std::move(plain));
  return unescaped_.back();
}

ParseError TableReader::error_at(std::size_t cell, const std::string& what, std::size_t offset) const {
  return lines_.error_at(places_[cell].substr(std::min(offset, places_[cell].size())), what);
}

std::optional<float> float_cell(std::string_view cell) {
  if (cell.starts_with('+') && !cell.starts_with("+-")) cell.remove_prefix(1);
  float value = 0.0f;
  const auto [end, error] = fast_float::from_chars(cell.data(), cell.data() + cell.size(), value);
  const bool parsed = error == std::errc{} || error == std::errc::result_out_of_range;
  if (!parsed || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> integer_cell(std::string_view cell) {
  if (cell.starts_with('+') && !cell.starts_with("+-")) cell.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool names_nodes(std::string_view heading) {
  const std::string lower = lower_case(heading);
  return lower.empty() || lower == "node" || lower == "id" || lower == "name" || lower == "node_id";
}

}  // namespace cgsd
