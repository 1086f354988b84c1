// The part of an attributed graph that some of its nodes span: their edges among themselves and their attributes.
//
// Node i of the part is nodes[i]; `nodes` ascends, so that rows keep their order. Cost: O(n + entries of the nodes), plus
// their attributes.
#pragma once

#include <span>

#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

AttributedGraph induced(const AttributedGraphView& input, std::span<const NodeId> nodes);

}  // namespace cgsd
