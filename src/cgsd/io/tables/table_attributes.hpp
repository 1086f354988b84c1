// A table, joined to the nodes of a graph, as attributes and, if asked for, labels.
//
// The id column and the label column are never attributes; all else is recognised and encoded (table/fit_encoding.hpp).
// A table inside a graph file is aligned with the nodes already. There, a column named class, community, cluster, label or
// the like is left out, since it may be what the communities are to be compared with; --columns, --kind or --labels takes it. If nothing of
// such a table can be an attribute, the graph has none.
// Throws ParseError with file, line and column of a cell that does not fit; InvalidArgument for an option that names no column.
#pragma once

#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/io/formats/graph_contents.hpp"
#include "cgsd/io/tables/table_join.hpp"
#include "cgsd/table/fit_encoding.hpp"

namespace cgsd {

struct TableRequest {
  TableOptions options;
  std::string label_column;  // empty: no labels
};

struct TableAttributes {
  Attributes attributes;
  Encoding encoding;
  Labels labels;
  std::vector<std::string> account;
};

// `join.row_of` says which row each node has; without an id column row i is that of node i.
TableAttributes table_attributes(const TextTableFile& file, const TableJoin& join, const TableRequest& request,
                                 const RunContext& run);

// Of contents.table, which has a row per node.
TableAttributes contained_attributes(const GraphContents& contents, const std::string& file,
                                     const TableRequest& request, const RunContext& run);

// The attributes of new rows, encoded as the known ones; `ids` is the column of ids, if there is one.
struct EncodedRows {
  NodeNames ids;
  Attributes attributes;
  std::vector<std::string> account;
};
EncodedRows encoded_rows(const TextTableFile& file, const Encoding& encoding, const std::string& id_column,
                         const RunContext& run);

}  // namespace cgsd
