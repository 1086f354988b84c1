// A text table of a file, as the file spells it: CSV, TSV and what spreadsheets, pandas and R write.
//
// Delimiter and heading are recognised (table_layout.hpp); UTF-8 with or without a mark, UTF-16, \n, \r\n, \r and gzip are
// understood (unicode_text.hpp). A cell in double quotes may hold delimiters, line ends and "" for a quote. Blank lines and
// those that begin with # are skipped; so are rows and columns in which nothing stands, as spreadsheets leave them behind. A heading
// that is one cell short, as R writes it, has none for the first column.
// Refused with file, line and column: a row of another length, a quote that is not closed, two headings alike, no row.
// Several processes may have some rows each: all read the first rows, which tell the layout, then each its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/io/tables/table_layout.hpp"
#include "cgsd/table/cell_fault.hpp"
#include "cgsd/table/text_table.hpp"

namespace cgsd {

class TextTableFile {
 public:
  // `is_node` may be empty: then node names do not help to tell a heading.
  TextTableFile(const std::filesystem::path& file, const IsNode& is_node, const RunContext& run);

  // The same of a text that begins as the file does.
  TextTableFile(const std::filesystem::path& file, std::string text, const IsNode& is_node, const RunContext& run);

  // The rows of one process: `rows`, which begin in line `line` of the file, in the layout of its first rows.
  TextTableFile(const TextTableFile& head, const std::string& rows, std::uint64_t line, const RunContext& run);

  std::uint64_t lines_before_rows() const;

  const std::string& file() const { return file_; }
  const TextTable& table() const { return table_; }
  bool heading() const { return heading_; }
  const std::vector<std::string>& account() const { return account_; }
  std::uint64_t line(std::size_t row) const { return rows_[row].line; }

  // Points at a cell of the table, or at a heading (CellFault::kHeading).
  ParseError error_at(std::size_t row, std::size_t column, const std::string& what) const;

 private:
  struct Place {
    std::size_t begin = 0;  // of the record, in text_
    std::uint64_t line = 0;
  };
  bool next(std::vector<Field>& fields);
  void read_layout(const std::filesystem::path& file, const IsNode& is_node);
  void read_rows(std::uint64_t first_line, const RunContext& run);
  std::string heading_text() const;
  void take_heading(const std::vector<Field>& fields);
  void take_row(const std::vector<Field>& fields);
  void check_headings() const;
  void drop_empty_columns(const RunContext& run);
  ParseError error_behind(const char* place, const std::string& what) const;
  Place place_of(const char* place, Place from) const;

  std::string file_;
  std::string text_;
  Delimiter delimiter_ = Delimiter::comma;
  bool heading_ = false;
  std::size_t cells_ = 0;  // of a row
  std::size_t at_ = 0;     // in text_
  std::uint64_t line_ = 1;
  Place record_;  // the last one read
  Place heading_place_;
  bool short_heading_ = false;
  TextTable table_;
  std::vector<Place> rows_;
  std::vector<std::size_t> columns_;  // cell of a row that each column of the table is
  std::vector<std::string> account_;
};

}  // namespace cgsd
