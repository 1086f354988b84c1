#include "cgsd/graph/induced.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cgsd {
namespace {

Graph induced_graph(GraphView graph, std::span<const NodeId> nodes) {
  std::unordered_map<NodeId, NodeId> number;  // only looked up, never iterated: its order cannot matter
  number.reserve(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) number.emplace(nodes[i], static_cast<NodeId>(i));
  std::vector<EntryIndex> offsets = {0};
  std::vector<NodeId> targets;
  std::vector<double> weights;
  for (const NodeId u : nodes) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const auto target = number.find(graph.targets()[i]);
      if (target == number.end()) continue;
      targets.push_back(target->second);
      if (graph.weighted()) weights.push_back(graph.weights()[i]);
    }
    offsets.push_back(targets.size());
  }
  return {std::move(offsets), std::move(targets), std::move(weights), graph.directed()};
}

Matrix<float> rows_of(MatrixView<float> rows, std::span<const NodeId> nodes) {
  Matrix<float> out(nodes.size(), rows.cols());
  for (std::size_t i = 0; i < nodes.size(); ++i) std::ranges::copy(rows.row(nodes[i]), out.row(i).begin());
  return out;
}

SparseRows rows_of(SparseView rows, std::span<const NodeId> nodes) {
  SparseRows out;
  out.cols = rows.cols;
  for (const NodeId v : nodes) {
    for (std::uint64_t p = rows.offsets[v]; p < rows.offsets[v + 1]; ++p) {
      out.columns.push_back(rows.columns[p]);
      out.values.push_back(rows.values[p]);
    }
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

}  // namespace

AttributedGraph induced(const AttributedGraphView& input, std::span<const NodeId> nodes) {
  AttributedGraph part{induced_graph(input.graph, nodes), {}};
  if (input.attributes.none()) return part;
  if (input.attributes.is_sparse()) {
    part.attributes = rows_of(input.attributes.sparse(), nodes);
  } else {
    part.attributes = rows_of(input.attributes.dense(), nodes);
  }
  return part;
}

}  // namespace cgsd
