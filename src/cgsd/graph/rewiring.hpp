// A random graph like a given one: every node keeps its degree, and what edges have to do with each other is gone.
//
//   {a, b}, {x, y}  →  {a, x}, {b, y}   or   {a, y}, {b, x},   unless one of the two is a loop or there already
//
// In a sweep every edge in turn is swapped with one drawn for it; three sweeps. The chain is symmetric, so that in the
// end all graphs without loops and repeats that have these degrees are equally likely (Milo et al. 2003). That matters
// if hubs have more edges than there is room for between them: ends of edges given to each other at random would join two
// hubs many times, and a graph in which they are joined only once differs from that although nothing is planted in it.
// Of more than half a million edges, ends are given to each other at random if at most one edge in a thousand is
// lost by that to loops and repeats. An edge keeps its weight, so that a node of a graph with weights keeps its
// strength nearly. Promises: the same bits at any number of threads.
// Cost: O(m log m); for swaps 16 to 32 bytes an edge beside the lists.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// Several processes (processes.hpp) make the graph of one, each the rows of its own nodes: each swaps all edges if they are
// half a million at most; of more, ends are given to each other, and if too many edges are lost by that it is refused.
Graph rewired(GraphView graph, RandomStream stream, const RunContext& run);

// The random graph that modularity compares with, for graphs in which weights add up: ends are given to each other at
// random, weights of edges that meet are added, loops are left out. Each edge keeps its weight and one end, so that strengths
// are nearly kept. Without weights every edge counts 1 before edges meet. Several processes (processes.hpp) make the graph of
// one, each the rows of its own nodes.
Graph joined_at_random(GraphView graph, RandomStream stream, const RunContext& run);

// The swaps alone; `edges` has each edge once.
void swap_edges(std::vector<Entry>& edges, int sweeps, RandomStream stream, const RunContext& run);

}  // namespace cgsd
