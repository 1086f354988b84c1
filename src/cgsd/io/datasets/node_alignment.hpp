// Tables of attributes and labels brought into the order of a graph's nodes.
//
// A table without ids has its rows in node order and must have exactly one per node. With ids, row order is free: every
// id must name a node of the graph (if nodes have no names, its number 0 … n−1) and every node must have a row.
// Everything else is a ParseError with the file: "attributes.csv: 2,707 rows for 2,708 nodes".
// Cost: O(n log n), by sorting: no choice of names makes it slow.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

struct AttributeTable {
  NodeNames ids;  // none: rows in node order
  Attributes attributes;
};

struct LabelTable {
  NodeNames ids;  // none: rows in node order
  Labels labels;
};

Attributes align_attributes(AttributeTable table, const NodeNames& names, NodeId nodes, const std::string& file);
Labels align_labels(LabelTable table, const NodeNames& names, NodeId nodes, const std::string& file);

// Throws ParseError if an id occurs twice; lines[i] is where ids[i] stands.
void check_unique_ids(const NodeNames& ids, std::span<const std::uint64_t> lines, const std::string& file);

}  // namespace cgsd
