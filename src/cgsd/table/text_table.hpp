// A table as a file spells it: named columns of text cells, one row per node or per record. What a column means
// (numbers, categories, dates, words, …) is found out later, by its content. An empty cell is a missing value.
#pragma once

#include <string>
#include <vector>

#include "cgsd/core/text_list.hpp"

namespace cgsd {

struct TextColumn {
  std::string name;  // empty: the table has no header
  TextList cells;    // one per row

  bool operator==(const TextColumn&) const = default;
};

struct TextTable {
  std::vector<TextColumn> columns;  // all of the same length

  bool none() const { return columns.empty(); }
  std::size_t rows() const { return columns.empty() ? 0 : columns.front().cells.size(); }
  bool operator==(const TextTable&) const = default;
};

}  // namespace cgsd
