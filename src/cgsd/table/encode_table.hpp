// A table and its encoding → attributes, one row per row of the table.
//
// Columns are found by heading if the encoding has headings, else by position. A heading of the encoding that the table lacks
// is an InvalidArgument that names all of them; a cell that does not fit its kind is a CellFault.
// Promises: rows are encoded independently of each other. Cost: O(text).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/table/encoding.hpp"
#include "cgsd/table/text_table.hpp"

namespace cgsd {

// One block of the encoding, row by row.
class ColumnEncoder {
 public:
  using Values =
      std::vector<std::pair<std::uint32_t, double>>;  // attribute of the block (ascending), value that is not 0

  // `columns` are those of the table that the encoding's sources are; all must outlive this.
  ColumnEncoder(const ColumnEncoding& encoding, const TextTable& table, std::vector<std::size_t> columns, bool raw);
  void encode(std::size_t row, Values& out);

  std::uint64_t filled() const { return filled_; }    // values that were missing
  std::uint64_t unknown() const { return unknown_; }  // levels that the encoding does not know

 private:
  std::string_view cell(std::size_t row, std::size_t source) const {
    return table_.columns[columns_[source]].cells[row];
  }
  double number(std::size_t row, std::size_t source) const;
  void encode_number(std::size_t row, Values& out);
  void encode_level(std::size_t row, Values& out);
  void encode_items(std::size_t row, Values& out);
  void encode_words(std::size_t row, Values& out);
  void encode_vector(std::size_t row, Values& out);
  void encode_cell_vector(std::size_t row, Values& out);
  void mark_missing(Values& out);

  const ColumnEncoding& encoding_;
  const TextTable& table_;
  std::vector<std::size_t> columns_;
  bool raw_;  // the numbers as given: rounded to float once
  std::unordered_map<std::string_view, std::uint32_t> level_;
  std::uint64_t filled_ = 0;
  std::uint64_t unknown_ = 0;
};

// For each column of the encoding, those of the table.
std::vector<std::vector<std::size_t>> find_columns(const TextTable& table, const Encoding& encoding);

struct EncodedTable {
  Attributes attributes;
  std::vector<std::string> account;  // what was filled in all processes, and levels that the encoding does not know
};

EncodedTable encode_table(const TextTable& table, const Encoding& encoding, const RunContext& run);

}  // namespace cgsd
