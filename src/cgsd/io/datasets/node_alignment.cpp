#include "cgsd/io/datasets/node_alignment.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

constexpr NodeId kNobody = kMaxNodes;

std::vector<NodeId> sorted_by_name(const NodeNames& names) {
  std::vector<NodeId> order(names.size());
  std::iota(order.begin(), order.end(), NodeId{0});
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return names.view(a) < names.view(b); });
  return order;
}

// Finds the nodes of a graph by their names.
class NodeIndex {
 public:
  NodeIndex(const NodeNames& names, NodeId nodes) : names_(names), nodes_(nodes) {
    if (!names.none()) order_ = sorted_by_name(names);
  }

  NodeId find(std::string_view name) const {
    if (names_.none()) {
      const std::optional<std::int64_t> number = integer_cell(name);
      const bool known = number && *number >= 0 && *number < std::int64_t{nodes_} && name == std::to_string(*number);
      return known ? static_cast<NodeId>(*number) : kNobody;
    }
    const auto found = std::lower_bound(order_.begin(), order_.end(), name,
                                        [&](NodeId node, std::string_view other) { return names_.view(node) < other; });
    return found == order_.end() || names_.view(*found) != name ? kNobody : *found;
  }

 private:
  const NodeNames& names_;
  NodeId nodes_;
  std::vector<NodeId> order_;
};

// row_of[v]: the row of the table that belongs to node v.
std::vector<NodeId> rows_of_nodes(const NodeNames& ids, const NodeNames& names, NodeId nodes, const std::string& file) {
  const NodeIndex index(names, nodes);
  std::vector<NodeId> row_of(nodes, kNobody);
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const std::string_view id = ids.view(static_cast<NodeId>(row));
    const NodeId node = index.find(id);
    if (node >= nodes) {
      throw ParseError({file},
                       fmt::format("node {} is not in the graph{}", in_quotes(id),
                                   row == 0 ? "; if the first row is a heading, call its first column 'node'" : ""));
    }
    if (row_of[node] != kNobody) throw ParseError({file}, fmt::format("node {} has two rows", in_quotes(id)));
    row_of[node] = static_cast<NodeId>(row);
  }
  const auto missing = std::find(row_of.begin(), row_of.end(), kNobody);
  if (missing != row_of.end()) {
    const auto node = static_cast<NodeId>(missing - row_of.begin());
    throw ParseError({file}, fmt::format("node {} of the graph has no row", in_quotes(names.name(node))));
  }
  return row_of;
}

void check_rows(std::uint64_t rows, NodeId nodes, const std::string& file) {
  if (rows != nodes) throw ParseError({file}, fmt::format("{} rows for {} nodes", grouped(rows), grouped(nodes)));
}

Attributes reordered(const Attributes& attributes, const std::vector<NodeId>& row_of) {
  if (!attributes.is_sparse()) {
    Matrix<float> out(row_of.size(), attributes.cols());
    for (std::size_t v = 0; v < row_of.size(); ++v) {
      std::ranges::copy(attributes.dense().row(row_of[v]), out.row(v).begin());
    }
    return out;
  }
  const SparseRows& from = attributes.sparse();
  SparseRows out;
  out.cols = from.cols;
  for (const NodeId row : row_of) {
    const auto begin = static_cast<std::ptrdiff_t>(from.offsets[row]);
    const auto end = static_cast<std::ptrdiff_t>(from.offsets[row + 1]);
    out.columns.insert(out.columns.end(), from.columns.begin() + begin, from.columns.begin() + end);
    out.values.insert(out.values.end(), from.values.begin() + begin, from.values.begin() + end);
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

}  // namespace

Attributes align_attributes(AttributeTable table, const NodeNames& names, NodeId nodes, const std::string& file) {
  if (table.ids.none()) {
    check_rows(table.attributes.rows(), nodes, file);
    return std::move(table.attributes);
  }
  return reordered(table.attributes, rows_of_nodes(table.ids, names, nodes, file));
}

Labels align_labels(LabelTable table, const NodeNames& names, NodeId nodes, const std::string& file) {
  if (table.ids.none()) {
    check_rows(table.labels.class_of.size(), nodes, file);
    return std::move(table.labels);
  }
  const std::vector<NodeId> row_of = rows_of_nodes(table.ids, names, nodes, file);
  Labels labels{{}, std::move(table.labels.class_names)};
  labels.class_of.reserve(nodes);
  for (const NodeId row : row_of) labels.class_of.push_back(table.labels.class_of[row]);
  return labels;
}

void check_unique_ids(const NodeNames& ids, std::span<const std::uint64_t> lines, const std::string& file) {
  const std::vector<NodeId> order = sorted_by_name(ids);
  std::size_t first_repeat = ids.size();
  std::uint64_t line_before = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (ids.view(order[i]) != ids.view(order[i - 1]) || order[i] >= first_repeat) continue;
    first_repeat = order[i];
    line_before = lines[order[i - 1]];
  }
  if (first_repeat == ids.size()) return;
  throw ParseError({file, lines[first_repeat]},
                   fmt::format("node {} already has a row, in line {}",
                               in_quotes(ids.view(static_cast<NodeId>(first_repeat))), line_before));
}

}  // namespace cgsd
