#include "papers/cgsd/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"
#include "cgsd/experiment/tables/escape.hpp"

namespace cgsd {
namespace {

using Line = std::vector<std::string>;

std::string padded(const Line& line, const std::vector<std::size_t>& widths, const std::vector<bool>& is_number) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string blanks(widths[i] - std::min(widths[i], display_width(line[i])), ' ');
    out += "  " + (is_number[i] ? blanks + line[i] : line[i] + blanks);
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

// `line` without the first `grouped` cells that repeat those of `above`.
Line without_repeats(Line line, const Line& above, std::size_t grouped) {
  for (std::size_t i = 0; i < grouped && line[i] == above[i]; ++i) line[i].clear();
  return line;
}

std::string markdown_row(const Line& line) {
  std::string out = "|";
  for (const std::string& field : line) out += " " + escaped_markdown(field) + " |";
  return out + "\n";
}

std::string latex_row(const Line& line) {
  Line fields(line.size());
  std::ranges::transform(line, fields.begin(), escaped_latex);
  return fmt::format("  {} \\\\\n", fmt::join(fields, " & "));
}

}  // namespace

std::string table_text(const ReportTable& table) {
  std::vector<std::size_t> widths(table.header.size(), 0);
  const auto widen = [&](const Line& line) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  };
  widen(table.header);
  std::ranges::for_each(table.rows, widen);
  std::string out = padded(table.header, widths, table.is_number);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const Line line = r == 0 ? table.rows[r] : without_repeats(table.rows[r], table.rows[r - 1], table.grouped);
    out += padded(line, widths, table.is_number);
  }
  return out;
}

std::string table_markdown(const ReportTable& table) {
  std::string out = markdown_row(table.header) + "|";
  for (const bool is_number : table.is_number) out += is_number ? " ---: |" : " --- |";
  out += "\n";
  for (const Line& line : table.rows) out += markdown_row(line);
  return out;
}

std::string table_latex(const ReportTable& table) {
  std::string columns;
  for (const bool is_number : table.is_number) columns += is_number ? 'r' : 'l';
  std::string out =
      fmt::format("\\begin{{tabular}}{{{}}}\n  \\toprule\n{}  \\midrule\n", columns, latex_row(table.header));
  for (const Line& line : table.rows) out += latex_row(line);
  return out + "  \\bottomrule\n\\end{tabular}\n";
}

std::string paragraph(std::string_view text, std::size_t indent) {
  constexpr std::size_t kWidth = 96;
  return std::string(indent, ' ') + wrapped(text, kWidth, indent) + "\n";
}

}  // namespace cgsd
