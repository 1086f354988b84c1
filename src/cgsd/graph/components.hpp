// Connected components (weak ones of a directed graph).
//
// How: union–find with path halving, the smaller root wins. Components are numbered by their lowest node.
// Cost: O(n + m α(n)), sequential.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct Components {
  std::vector<NodeId> component_of;
  std::vector<NodeId> sizes;

  NodeId count() const { return static_cast<NodeId>(sizes.size()); }
  NodeId largest() const;  // nodes in the largest component; 0 for the empty graph
};

Components connected_components(GraphView graph, const RunContext& run);

// The sizes of the components whose lowest node is here, for several processes: all sizes, if one has all nodes.
// How: each joins what its own entries join; then the lowest node of a component is told along entries that lead to other
// processes, as many times as a shortest way to it crosses from one to another.
std::vector<std::uint64_t> component_sizes(GraphView graph, const RunContext& run);

}  // namespace cgsd
