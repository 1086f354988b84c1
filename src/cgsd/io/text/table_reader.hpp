// Text tables row by row: CSV, TSV and columns separated by blanks, for attributes, labels and the Geom-GCN files.
//
// Separator, unless given: the ending's own (.csv comma, .tsv tab) if it occurs in the first row; otherwise the
// first of tab, comma, semicolon that occurs there; otherwise blanks. Empty lines and lines that start with # are
// skipped. Cells are trimmed; a cell in double quotes may hold separators, line ends, and "" for a quote.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/text/line_reader.hpp"

namespace cgsd {

enum class Separator { tab, comma, semicolon, blanks };

class TableReader {
 public:
  TableReader(const std::filesystem::path& file, std::optional<Separator> separator, const RunContext& run);

  bool next();  // false after the last row
  // Of the current row; valid until next().
  const std::vector<std::string_view>& cells() const { return cells_; }
  std::string_view cell(std::size_t i) const { return cells_[i]; }

  const std::string& file() const { return lines_.file(); }
  std::uint64_t line_number() const { return lines_.line_number(); }
  ParseError error(const std::string& what) const { return lines_.error(what); }
  // Points at the cell, or at a part of it that starts `offset` bytes behind.
  ParseError error_at(std::size_t cell, const std::string& what, std::size_t offset = 0) const;

 private:
  void read_row(std::string_view line);
  bool split(std::string_view line);  // false: a quote is left open
  std::optional<std::string_view> take_cell(std::string_view& rest);
  std::optional<std::string_view> take_quoted(std::string_view& rest);

  LineReader lines_;
  std::optional<Separator> separator_;
  std::string ending_;
  RunContext run_;
  std::vector<std::string_view> cells_;
  std::vector<std::string_view> places_;  // where in the line the cells stand
  std::deque<std::string> unescaped_;     // cells that had "" in them
};

// A cell as a number: nullopt if it is none. "nan", "inf" and numbers too large for a float come back as such.
std::optional<float> float_cell(std::string_view cell);
std::optional<std::int64_t> integer_cell(std::string_view cell);

std::string lower_case(std::string_view text);  // ASCII letters only

// Whether a heading names a column of node ids: node, id, name, node_id, or nothing (as pandas names its index).
bool names_nodes(std::string_view heading);

}  // namespace cgsd
