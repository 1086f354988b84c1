#include "cgsd/graph/components.hpp"

#include <algorithm>
#include <numeric>

namespace cgsd {
namespace {

NodeId find_root(std::vector<NodeId>& parent, NodeId u) {
  while (parent[u] != u) {
    parent[u] = parent[parent[u]];
    u = parent[u];
  }
  return u;
}

}  // namespace

NodeId Components::largest() const { return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end()); }

Components connected_components(GraphView graph, const RunContext& run) {
  std::vector<NodeId> parent(graph.nodes());
  std::iota(parent.begin(), parent.end(), NodeId{0});
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    if (u % 65536 == 0) run.check_stop();
    NodeId root = find_root(parent, u);
    for (const NodeId v : graph.neighbours(u)) {
      if (!graph.directed() && v > u) break;  // the edge is met again from v
      const NodeId other = find_root(parent, v);
      parent[std::max(root, other)] = std::min(root, other);
      root = std::min(root, other);
    }
  }

  Components components;
  components.component_of.resize(graph.nodes());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    const NodeId root = find_root(parent, u);
    if (root == u) components.sizes.push_back(0);
    components.component_of[u] = root == u ? components.count() - 1 : components.component_of[root];
    ++components.sizes[components.component_of[u]];
  }
  return components;
}

}  // namespace cgsd
