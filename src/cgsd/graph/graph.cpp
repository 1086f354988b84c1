#include "cgsd/graph/graph.hpp"

#include <algorithm>
#include <utility>

namespace cgsd {

Graph::Graph(std::vector<EntryIndex> offsets, std::vector<NodeId> targets, std::vector<double> weights, bool directed)
    : offsets_(std::move(offsets)), targets_(std::move(targets)), weights_(std::move(weights)), directed_(directed) {
  [[maybe_unused]] const GraphView checked = *this;
}

Graph::Graph(GraphView view)
    : offsets_(view.offsets().begin(), view.offsets().end()),
      targets_(view.targets().begin(), view.targets().end()),
      weights_(view.weights().begin(), view.weights().end()),
      directed_(view.directed()) {}

EntryIndex find_entry(GraphView graph, NodeId u, NodeId v) {
  const auto row = graph.neighbours(u);
  const auto found = std::lower_bound(row.begin(), row.end(), v);
  if (found == row.end() || *found != v) return graph.entries();
  return graph.row_begin(u) + static_cast<EntryIndex>(found - row.begin());
}

}  // namespace cgsd
