#include "apps/cgsd/shell/layout.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"

#include "apps/cgsd/shell/screen.hpp"

namespace cgsd::app {
namespace {

constexpr std::size_t kGap = 2;         // between columns, and before the first
constexpr std::size_t kLeastWords = 8;  // columns that a cell of words keeps

std::string padded(std::string_view text, std::size_t width, bool right) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return right ? blanks + std::string(text) : std::string(text) + blanks;
}

// A list that is too wide keeps the items that fit whole.
std::string shortened_cell(std::string_view cell, std::size_t width) {
  constexpr std::string_view kMore = ", …";
  if (display_width(cell) <= width) return std::string(cell);
  std::size_t kept = 0;
  for (std::size_t end = cell.find(", "); end != std::string_view::npos; end = cell.find(", ", end + 1)) {
    if (display_width(cell.substr(0, end)) + display_width(kMore) <= width) kept = end;
  }
  return kept > 0 ? std::string(cell.substr(0, kept)) + std::string(kMore) : shortened(cell, width);
}

bool looks_numeric(std::string_view cell) {
  if (cell.empty() || cell == "–") return true;
  if (cell.find(", ") != std::string_view::npos) return false;  // a list
  if (cell.starts_with("−")) cell.remove_prefix(std::string_view("−").size());
  return !cell.empty() && (std::isdigit(static_cast<unsigned char>(cell[0])) != 0 || cell[0] == '-' || cell[0] == '.');
}

}  // namespace

std::string fact_list(const Facts& facts, std::size_t width) {
  std::size_t names = 0;
  for (const auto& [name, value] : facts) {
    if (!value.empty()) names = std::max(names, display_width(name));
  }
  std::string out;
  for (const auto& [name, value] : facts) {
    if (value.empty()) continue;
    out += fmt::format("  {}  {}\n", padded(name, names, false), wrapped(value, width, names + 2 * kGap));
  }
  return out;
}

std::string paragraph(std::string_view text, std::size_t width, std::size_t indent) {
  return std::string(indent, ' ') + wrapped(text, width, indent) + "\n";
}

std::string section(std::string_view title, std::size_t width) {
  return "\n" + styled(wrapped(title, width), Style::bold) + "\n";
}

std::string parts_line(const std::vector<std::string>& parts, std::size_t width) {
  constexpr std::string_view kDot = " · ";
  std::string out;
  std::size_t column = 0;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    const std::size_t columns = display_width(part);
    if (column > 0 && column + 3 + columns > width) {
      out += "\n  ";
      column = kGap;
    } else if (column > 0) {
      out += kDot;
      column += 3;
    }
    out += part;
    column += columns;
  }
  return out;
}

std::string seconds_text(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.0f} ms", seconds * 1000.0) : fmt::format("{:.2f} s", seconds);
}

std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (bytes < 1'000) return fmt::format("{} bytes", bytes);
  if (size < 999'500.0) return fmt::format("{:.0f} kB", size / 1e3);
  return size < 999'500'000.0 ? fmt::format("{:.0f} MB", size / 1e6) : fmt::format("{:.1f} GB", size / 1e9);
}

std::vector<bool> Table::numeric_columns() const {
  std::vector<bool> numeric(rows_.front().size(), rows_.size() > 1);
  for (std::size_t r = 1; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < numeric.size(); ++c) {
      if (!looks_numeric(rows_[r][c])) numeric[c] = false;
    }
  }
  return numeric;
}

std::vector<std::size_t> Table::column_widths(const std::vector<bool>& numeric, std::size_t width) const {
  std::vector<std::size_t> widths(numeric.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], display_width(row[c]));
  }
  std::size_t total = std::accumulate(widths.begin(), widths.end(), kGap * widths.size());
  for (; total > width; --total) {
    std::size_t widest = widths.size();
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const bool may_shrink = !numeric[c] && widths[c] > kLeastWords;
      if (may_shrink && (widest == widths.size() || widths[c] > widths[widest])) widest = c;
    }
    if (widest == widths.size()) break;
    --widths[widest];
  }
  return widths;
}

std::string Table::text(std::size_t width) const {
  const std::vector<bool> numeric = numeric_columns();
  const std::vector<std::size_t> widths = column_widths(numeric, width);
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < widths.size(); ++c)
      line += std::string(kGap, ' ') + padded(shortened_cell(row[c], widths[c]), widths[c], numeric[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += (out.empty() ? styled(line, Style::faint) : line) + "\n";
  }
  return out;
}

}  // namespace cgsd::app
