// Where a sparse matrix has entries, read by rows and by columns: row u gathers from its columns. One pattern serves
// every epoch; operations keep one number per entry and head beside it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/graph/graph.hpp"
#include "cgsd/nn/operations/rows.hpp"

namespace cgsd {

struct EntryPattern {
  EntryPattern(std::vector<std::uint64_t> row_offsets, std::vector<std::uint32_t> columns, std::size_t cols);
  std::size_t rows() const { return offsets.size() - 1; }
  std::size_t cols() const { return column.total(); }
  std::size_t entries() const { return row_of.size(); }

  std::vector<std::uint64_t> offsets;  // entries offsets[u] … offsets[u + 1] − 1 are row u's
  std::vector<std::uint32_t> row_of;   // of every entry
  RowSelection column;                 // of every entry, and the entries of every column
};

// The entries of the graph; with `self_loops`, every node gathers from itself too (once).
EntryPattern entry_pattern(GraphView graph, bool self_loops);

}  // namespace cgsd
