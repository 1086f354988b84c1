// Which column of a table holds the names of a graph's nodes, and which row belongs to which node.
//
// The id column is the one whose values are names of nodes, wherever it stands and whatever its heading: at least half as
// many different nodes as there are rows or nodes, whichever are fewer. If nodes are whole numbers, which others match by
// chance, nine tenths, unless the heading names ids or 20 rows and more hold different whole numbers. At most a tenth of
// its rows (and one of a small table) are repeats unless the heading names ids. 1.0 is node 1. Columns of a vector
// (e0 … e767) are none; in a table without headings only the first column may hold whole numbers that are ids. Of several
// such columns one with a heading that names ids is taken, then any other, then one that just counts the rows (as pandas'
// index does); two that remain equal are refused. --id-column decides before all of this.
//
//   row without a node   if nodes may be added (an edge list cannot show one without edges) and they are no more than the
//                        matched: a node without edges, behind the others in ascending order; else dropped
//   node without a row   its values are missing
//   no id column         rows are in the order of the nodes
// Each is counted and named in the account. Two rows for a node, ids that run from 1 where nodes run from 0, and an id column
// that was asked for but holds no node are refused with file, line and column.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cgsd/graph/dataset.hpp"
#include "cgsd/io/tables/text_table_file.hpp"

namespace cgsd {

inline constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

struct NodesToJoin {
  const NodeNames& names;
  NodeId count = 0;
  bool may_grow = false;  // a row without a node may be a node without edges
};

struct TableJoin {
  std::optional<std::size_t> id_column;  // none: rows are in the order of the nodes, and nothing below is filled
  std::vector<std::size_t> other_ids;    // further columns that hold nodes: no attributes either
  std::vector<std::size_t> row_of;       // of each node, those that were added included; or kNoRow
  std::vector<std::string> added;        // names of nodes without edges
  std::vector<std::string> account;
};

// Whether a text is the name of a node: for table_layout.
IsNode node_test(const NodeNames& names, NodeId count);

TableJoin join_table(const TextTableFile& file, const NodesToJoin& nodes, const std::string& id_column);

}  // namespace cgsd
