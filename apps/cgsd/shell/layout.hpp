// Text in the shapes that reports are made of: facts, tables and lists, none wider than the screen unless a single word
// is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cgsd::app {

// "  nodes       183": one line per fact, names padded to the longest, values wrapped beside them. Facts without a value
// are left out.
using Facts = std::vector<std::pair<std::string, std::string>>;
std::string fact_list(const Facts& facts, std::size_t width);

// The text as a paragraph of its own, every line after `indent` blanks.
std::string paragraph(std::string_view text, std::size_t width, std::size_t indent = 2);

// A heading, set off, after an empty line.
std::string section(std::string_view title, std::size_t width);

// "a · b · c", broken between the parts; without a line end.
std::string parts_line(const std::vector<std::string>& parts, std::size_t width);

// "85 ms", "1.20 s"
std::string seconds_text(double seconds);

// "64 kB", "730 MB", "1.5 GB"
std::string size_text(std::uint64_t bytes);

// Columns padded to their widest cell; numbers to the right, words to the left (decided per column).
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // If it is too wide, columns of words are cut, the widest first; lists (a, b, c) between their items.
  std::string text(std::size_t width) const;

 private:
  std::vector<bool> numeric_columns() const;
  std::vector<std::size_t> column_widths(const std::vector<bool>& numeric, std::size_t width) const;

  std::vector<std::vector<std::string>> rows_;
};

}  // namespace cgsd::app
