#include "cgsd/io/tables/table_load.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

bool are_whole_numbers(const NodeNames& names) {
  for (NodeId node = 0; node < names.size(); ++node) {
    if (!integer_cell(names.view(node))) return false;
  }
  return true;
}

// Nodes without edges, behind the others. Numbers that go on where the graph ends need no names.
void add_nodes(GraphContents& contents, const std::vector<std::string>& added) {
  if (added.empty()) return;
  const NodeId before = contents.list.nodes;
  bool go_on = contents.names.none();
  for (std::size_t i = 0; i < added.size(); ++i) go_on = go_on && added[i] == std::to_string(before + i);
  if (!go_on) {
    for (NodeId node = 0; contents.names.size() < before; ++node) contents.names.append(std::to_string(node));
    for (const std::string& name : added) contents.names.append(name);
  }
  contents.list.nodes += static_cast<NodeId>(added.size());
}

ParseError wrong_count(const TextTableFile& table, const GraphToRead& graph, NodeId nodes) {
  const std::size_t rows = table.table().rows();
  return table.error_at(
      std::min<std::size_t>(rows - 1, nodes), 0,
      fmt::format("{} rows without ids of nodes, but {} has {} nodes", grouped(rows), graph.name, grouped(nodes)));
}

ParseError no_ids(const TextTableFile& table, const NodeNames& names) {
  const std::string more = names.size() > 1 ? fmt::format(", {}", in_quotes(names.view(1))) : "";
  return table.error_at(
      CellFault::kHeading, 0,
      fmt::format("no column holds the names of the nodes ({}{}, …): add one, or name it with --id-column",
                  in_quotes(names.view(0)), more));
}

// Rows in the order of the nodes. `own` is the graph without a word about how many nodes there should be.
GraphContents by_position(const GraphToRead& graph, const TextTableFile& table, GraphContents own, TableJoin& join) {
  const std::size_t rows = table.table().rows();
  const NodeId nodes = own.list.nodes;
  join.account.emplace_back("no column holds names of nodes: rows taken in their order");
  if (rows == nodes && (own.names.none() || !graph.edge_list)) return own;
  if (!graph.edge_list || rows > kMaxNodes) throw wrong_count(table, graph, nodes);
  if (!own.names.none() && !are_whole_numbers(own.names)) throw no_ids(table, own.names);
  try {
    GraphContents contents = graph.read(static_cast<NodeId>(rows));
    if (rows > nodes)
      join.account.push_back(rows - nodes == 1
                                 ? std::string("1 row is of a node without edges")
                                 : fmt::format("{} rows are of nodes without edges", grouped(rows - nodes)));
    return contents;
  } catch (const ParseError&) {
    if (rows == nodes) throw no_ids(table, own.names);
    throw wrong_count(table, graph, nodes);
  }
}

}  // namespace

GraphWithTable load_with_table(const GraphToRead& graph, const std::filesystem::path& table,
                               const TableRequest& request, const RunContext& run) {
  GraphWithTable out;
  out.contents = graph.read(std::nullopt);
  const auto reading = run.stage("reading attributes");
  const TextTableFile file(table, node_test(out.contents.names, out.contents.list.nodes), reading);
  check_names(request.options, file.table());
  const NodesToJoin nodes{out.contents.names, out.contents.list.nodes, graph.edge_list};
  TableJoin join = join_table(file, nodes, request.options.id_column);
  if (join.id_column) {
    add_nodes(out.contents, join.added);
  } else {
    out.contents = by_position(graph, file, std::move(out.contents), join);
  }
  out.found = table_attributes(file, join, request, reading);
  return out;
}

}  // namespace cgsd
