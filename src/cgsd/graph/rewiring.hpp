// A random graph like a given one: the same edges with their weights, the second end of each given to another.
//
// Every node keeps as many ends of edges and nearly its strength; what edges have to do with each other is gone. Edges
// that meet add up, loops are dropped, so that a few may be lost; a graph without weights, of more than
// 20 000 nodes and half a million edges, in which few meet, has none afterwards either. Promises: the same bits at any number of threads.
// Cost: O(m log m).
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

Graph rewired(GraphView graph, RandomStream random, const RunContext& run);

}  // namespace cgsd
