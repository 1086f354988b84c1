// Where the nodes stand on the map of a report: communities as islands, neighbours near each other within them.
//
// Minimises by steps of falling size, from a spiral of discs, the sum of these forces on a node at x:
//   repulsion    1 / distance from every other node (repulsion_tree.hpp): nodes spread evenly
//   community    kToCentre · (mean of its community − x): an island has the area of its nodes
//   neighbours   towards the mean of its neighbours in the same community, and less of all neighbours
//   middle       kToMiddle · (−x): islands stay near each other
// Distances between islands say little, areas say how many nodes. A node without edges stands in its community.
//
// Comes back: one point per node, the whole within [0, 1] × [0, 1] at one scale. Promises: the same bits at any number of
// threads; no randomness. Cost: steps · O(n log n + m), 40 steps for 10^5 nodes.
#pragma once

#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/report/repulsion_tree.hpp"

namespace cgsd {

std::vector<PlanePoint> map_layout(GraphView graph, const Partition& partition, const RunContext& run);

}  // namespace cgsd
