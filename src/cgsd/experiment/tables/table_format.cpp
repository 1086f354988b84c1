#include "cgsd/experiment/tables/table_format.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"
#include "cgsd/experiment/tables/escape.hpp"

namespace cgsd {
namespace {

std::string mean_text(const TableEntry& e) { return value_text(e.metric, e.summary.mean); }

std::string error_text(const TableEntry& e) {
  if (std::isnan(e.summary.standard_error)) return {};
  return " ± " + value_text(e.metric, e.summary.standard_error, e.summary.mean);
}

std::string paper_text(const TableEntry& e) {
  return e.paper ? fmt::format(" [{}]", value_text(e.metric, *e.paper)) : std::string();
}

// 0 → "1": notes are counted from 1.
std::string note_list(const TableEntry& e) {
  std::vector<std::size_t> numbers;
  for (const std::size_t note : e.notes) numbers.push_back(note + 1);
  return fmt::format("{}", fmt::join(numbers, ","));
}

std::string raised(const std::string& digits) {
  static const std::string kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (const char c : digits) out += c == ',' ? "˒" : kRaised[c - '0'];
  return out;
}

std::string blanks(std::size_t width, std::string_view text) {
  return std::string(width - std::min(width, display_width(text)), ' ');
}

// A value to the right, what hangs on it to the left: decimal points stay in line.
struct TextCell {
  std::string value;
  std::string tail;
};

TextCell text_cell(const TableEntry& e) {
  const std::string notes = raised(note_list(e));
  return {mean_text(e) + error_text(e), (e.best ? "*" : "") + e.mark + notes + paper_text(e)};
}

class TextColumn {
 public:
  TextColumn(const ResultTable& table, std::size_t column) : header_(table.columns[column]) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      cells_.push_back(text_cell(table.at(row, column)));
      value_ = std::max(value_, display_width(cells_.back().value));
      tail_ = std::max(tail_, display_width(cells_.back().tail));
    }
    if (value_ + tail_ < display_width(header_)) value_ = display_width(header_) - tail_;
  }
  std::string header() const { return blanks(value_, header_) + header_ + blanks(value_ + tail_, padded_header()); }
  std::string cell(std::size_t row) const {
    const TextCell& cell = cells_[row];
    return blanks(value_, cell.value) + cell.value + cell.tail + blanks(tail_, cell.tail);
  }
  std::size_t width() const { return value_ + tail_; }

 private:
  std::string padded_header() const { return blanks(value_, header_) + header_; }

  std::string header_;
  std::vector<TextCell> cells_;
  std::size_t value_ = 0;
  std::size_t tail_ = 0;
};

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// Some of the columns beside the names of the rows.
std::string text_block(const ResultTable& table, std::span<const TextColumn> columns, std::size_t first) {
  std::string head = "  " + table.corner + blanks(first, table.corner);
  std::size_t total = first;
  for (const TextColumn& column : columns) {
    head += "  " + column.header();
    total += column.width() + 2;
  }
  std::string rule = "  ";
  for (std::size_t i = 0; i < total; ++i) rule += "─";
  std::string out = without_trailing_blanks(head) + rule + "\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::string line = "  " + table.rows[r] + blanks(first, table.rows[r]);
    for (const TextColumn& column : columns) line += "  " + column.cell(r);
    out += without_trailing_blanks(line);
  }
  return out;
}

// As many columns beside each other as fit, the others below them.
std::string text_grid(const ResultTable& table, std::size_t width) {
  std::size_t first = display_width(table.corner);
  for (const std::string& row : table.rows) first = std::max(first, display_width(row));
  std::vector<TextColumn> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) columns.emplace_back(table, c);
  std::string out;
  for (std::size_t begin = 0; begin < columns.size();) {
    std::size_t end = begin;
    std::size_t total = first + 2;
    do {
      total += columns[end++].width() + 2;
    } while (end < columns.size() && total + columns[end].width() + 2 <= width);
    out += (out.empty() ? "" : "\n") + text_block(table, std::span(columns).subspan(begin, end - begin), first);
    begin = end;
  }
  return out;
}

std::string text_of(const ResultTable& table, std::size_t width) {
  std::string out = table.title + "\n";
  if (!table.rows.empty()) out += text_grid(table, width);
  for (std::size_t i = 0; i < table.notes.size(); ++i) {
    const std::string number = raised(std::to_string(i + 1));
    out += fmt::format("  {} {}\n", number, wrapped(table.notes[i], width, display_width(number) + 3));
  }
  std::vector<std::string> remarks = table.remarks;
  const auto is_best = [](const TableEntry& entry) { return entry.best; };
  if (std::any_of(table.entries.begin(), table.entries.end(), is_best)) remarks.emplace_back("* best");
  return out + fmt::format("  {}\n", wrapped(fmt::format("{}", fmt::join(remarks, "; ")), width, 2));
}

std::string markdown_cell(const TableEntry& e) {
  const std::string mean = e.best ? fmt::format("**{}**", mean_text(e)) : mean_text(e);
  const std::string notes = e.notes.empty() ? std::string() : fmt::format("<sup>{}</sup>", note_list(e));
  return mean + error_text(e) + escaped_markdown(e.mark) + notes + paper_text(e);
}

std::string markdown_grid(const ResultTable& table) {
  std::string head = fmt::format("| {} |", table.corner);
  std::string rule = "| --- |";
  for (const std::string& column : table.columns) {
    head += fmt::format(" {} |", escaped_markdown(column));
    rule += " --- |";
  }
  std::string out = head + "\n" + rule + "\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    out += fmt::format("| {} |", escaped_markdown(table.rows[r]));
    for (std::size_t c = 0; c < table.columns.size(); ++c) out += fmt::format(" {} |", markdown_cell(table.at(r, c)));
    out += "\n";
  }
  return out + "\n";
}

template <class Each>
std::string joined(std::span<const ResultTable> tables, Each&& each) {
  std::string out;
  for (const ResultTable& table : tables) out += (out.empty() ? "" : "\n") + each(shortened(table));
  return out;
}

}  // namespace

std::string to_text(std::span<const ResultTable> tables, std::size_t width) {
  return joined(tables, [width](const ResultTable& table) { return text_of(table, width); });
}

std::string to_markdown(std::span<const ResultTable> tables) {
  return joined(tables, [](const ResultTable& table) {
    std::string out = fmt::format("### {}\n\n", escaped_markdown(table.title));
    if (!table.rows.empty()) out += markdown_grid(table);
    out += fmt::format("{}.\n", escaped_markdown(fmt::format("{}", fmt::join(table.remarks, "; "))));
    for (std::size_t i = 0; i < table.notes.size(); ++i) {
      out += fmt::format("\n<sup>{}</sup> {}\n", i + 1, escaped_markdown(table.notes[i]));
    }
    return out;
  });
}

std::string formatted(std::span<const ResultTable> tables, TableFormat format, std::size_t width) {
  switch (format) {
    case TableFormat::text:
      return to_text(tables, width);
    case TableFormat::csv:
      return to_csv(tables);
    case TableFormat::json:
      return to_json(tables);
    case TableFormat::markdown:
      return to_markdown(tables);
    case TableFormat::latex:
      return to_latex(tables);
  }
  return {};
}

}  // namespace cgsd
