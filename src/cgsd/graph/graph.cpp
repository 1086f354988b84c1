#include "cgsd/graph/graph.hpp"

#include <algorithm>
#include <cassert>

namespace cgsd {

Graph::Graph(std::vector<EntryIndex> offsets, std::vector<NodeId> targets, std::vector<double> weights, bool directed)
    : offsets_(std::move(offsets)), targets_(std::move(targets)), weights_(std::move(weights)), directed_(directed) {
  assert(!offsets_.empty() && offsets_.front() == 0 && offsets_.back() == targets_.size());
  assert(weights_.empty() || weights_.size() == targets_.size());
}

EntryIndex find_entry(const Graph& graph, NodeId u, NodeId v) {
  const auto row = graph.neighbours(u);
  const auto found = std::lower_bound(row.begin(), row.end(), v);
  if (found == row.end() || *found != v) return graph.entries();
  return graph.row_begin(u) + static_cast<EntryIndex>(found - row.begin());
}

}  // namespace cgsd
