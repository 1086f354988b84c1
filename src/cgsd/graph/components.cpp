#include "cgsd/graph/components.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

NodeId find_root(std::vector<NodeId>& parent, NodeId u) {
  while (parent[u] != u) {
    parent[u] = parent[parent[u]];
    u = parent[u];
  }
  return u;
}

void join(std::vector<NodeId>& parent, NodeId u, NodeId v) {
  const NodeId a = find_root(parent, u);
  const NodeId b = find_root(parent, v);
  parent[std::max(a, b)] = std::min(a, b);
}

// The lowest node, among all, that a way leads to from each own node.
std::vector<NodeId> lowest_reached(GraphView graph, const RunContext& run) {
  const GhostRows* const ghosts = processes_of(run).ghosts_of(graph);
  std::vector<NodeId> parent(graph.nodes() + (ghosts == nullptr ? 0 : ghosts->ids().size()));
  std::iota(parent.begin(), parent.end(), NodeId{0});
  for (NodeId u = 0; u < graph.nodes(); ++u)
    for (const NodeId v : graph.neighbours(u)) join(parent, u, v);
  const IdsAmongAll id(graph, run);
  std::vector<NodeId> lowest(parent.size());
  for (NodeId v = 0; v < lowest.size(); ++v) lowest[v] = id(v);
  std::vector<NodeId> own(graph.nodes());
  std::vector<NodeId> room;
  for (bool more = true; more;) {
    run.check_stop();
    double changes = 0.0;
    for (NodeId v = 0; v < lowest.size(); ++v) {
      const NodeId root = find_root(parent, v);
      if (lowest[v] < lowest[root]) {
        lowest[root] = lowest[v];
        ++changes;
      }
    }
    for (NodeId v = 0; v < own.size(); ++v) own[v] = lowest[find_root(parent, v)];
    const std::span<const NodeId> told = with_ghosts(graph, own, room, run);
    for (std::size_t v = own.size(); v < told.size(); ++v) {
      changes += told[v] == lowest[v] ? 0.0 : 1.0;
      lowest[v] = told[v];
    }
    more = sum_over_processes(run, changes) > 0.0;
  }
  return own;
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

std::vector<std::uint64_t> component_sizes(GraphView graph, const RunContext& run) {
  if (!several(run)) {
    const Components components = connected_components(graph, run);
    return {components.sizes.begin(), components.sizes.end()};
  }
  std::map<NodeId, std::uint64_t> here;
  for (const NodeId root : lowest_reached(graph, run)) ++here[root];
  std::vector<std::vector<std::uint64_t>> parts(static_cast<std::size_t>(processes_of(run).count()));
  for (const auto& [root, size] : here) {
    auto& part = parts[static_cast<std::size_t>(processes_of(run).owner_of(root))];
    part.insert(part.end(), {root, size});
  }
  std::map<std::uint64_t, std::uint64_t> total;
  for (const auto& from : exchanged(run, std::move(parts)))
    for (std::size_t i = 0; i < from.size(); i += 2) total[from[i]] += from[i + 1];
  std::vector<std::uint64_t> sizes;
  for (const auto& [root, size] : total) sizes.push_back(size);
  return sizes;
}

}  // namespace cgsd
