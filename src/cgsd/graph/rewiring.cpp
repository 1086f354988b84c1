#include "cgsd/graph/rewiring.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/edge_weights.hpp"

namespace cgsd {

Graph rewired(GraphView graph, RandomStream stream, const RunContext& run) {
  EntryList list{.nodes = graph.nodes(), .entries = {}, .weights = {}};
  const std::vector<double> weight = entry_weights(graph);
  RandomSequence random(stream);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId v = graph.targets()[i];
      if (u > v) continue;
      list.entries.push_back(random.uniform() < 0.5 ? Entry{u, v} : Entry{v, u});
      list.weights.push_back(weight[i]);
    }
  }
  for (std::size_t i = list.entries.size(); i > 1; --i) {
    const auto other = static_cast<std::size_t>(random.uniform() * static_cast<double>(i));
    std::swap(list.entries[i - 1].target, list.entries[std::min(other, i - 1)].target);
  }
  for (Entry& e : list.entries) e = {std::min(e.source, e.target), std::max(e.source, e.target)};
  return build_graph(list, {}, run).graph;
}

}  // namespace cgsd
