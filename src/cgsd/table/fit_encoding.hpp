// From a table to its encoding: recognises each column, and measures what the encoding needs (encoding.hpp).
//
//   numbers      a group of columns named as a vector (column_blocks.hpp) is one source, any other column its own
//   rare levels  in fewer than max(2, 0.5 % of the rows) rows: merged into `other`; if more than half of the rows would be, the
//                column is left out. Items of lists that are that rare are dropped
//   words        in at least 2 rows and at most half of them, 5,000 at most
//   missing      5 % of the rows or more: an attribute of its own
//   scale        a single vector, number column, bag of words or list stays as given, so that the detector chooses how to
//                compare its numbers. Everything else is put on a common scale: each source of total variance 1, whatever
//                its units and width.
//
// Rows may be spread over processes (graph/processes.hpp): all get the same encoding. A column that is not part of a vector then
// lies in each of them for a moment, and a CellFault counts rows among all.
// Promises: independent of the order of rows. The account names what was recognised, merged and left out, and why.
// Throws InvalidArgument for an option that names no column, CellFault for cells (column_kind.hpp) and for a table of which
// nothing is left.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/table/encoding.hpp"
#include "cgsd/table/text_table.hpp"

namespace cgsd {

struct TableOptions {
  std::vector<std::string> columns;  // only these; none: all
  std::vector<std::string> ignore;
  std::vector<std::pair<std::string, ColumnKind>> kinds;
  std::string id_column;  // empty: found by its values

  bool none() const { return columns.empty() && ignore.empty() && kinds.empty() && id_column.empty(); }
};

// Throws InvalidArgument if an option names a column that the table does not have.
void check_names(const TableOptions& options, const TextTable& table);

struct FittedTable {
  Encoding encoding;
  std::vector<std::string> account;
};

FittedTable fit_encoding(const TextTable& table, const TableOptions& options, const RunContext& run);

}  // namespace cgsd
