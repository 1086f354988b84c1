// A graph together with the text table that describes its nodes.
//
// With an id column rows go to their nodes (table_join.hpp). Without one, row i is node i: of an edge list of whole numbers, whose
// ids are then 0-based numbers below the number of rows (a row without edges is an isolated node), or of a format that lists its
// nodes, if there are as many rows. Nodes with names have no order that a table could follow in an edge list: refused.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "cgsd/io/tables/table_attributes.hpp"

namespace cgsd {

struct GraphToRead {
  std::string name;        // for messages
  bool edge_list = false;  // nodes are known by their edges alone
  std::function<GraphContents(std::optional<NodeId> expected_nodes)> read;
};

struct GraphWithTable {
  GraphContents contents;
  TableAttributes found;
};

GraphWithTable load_with_table(const GraphToRead& graph, const std::filesystem::path& table,
                               const TableRequest& request, const RunContext& run);

}  // namespace cgsd
