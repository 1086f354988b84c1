// Groups of nodes, grown from single ones in a few sweeps over a large network: a first guess at its communities.
//
// In a sweep every node joins the group of a neighbour, or stays, where
//     w(v, C) − γ k_v K_C / W + ½ w̄ x / (1 + x),   x = 100 γ K_C / W
// is largest; staying wins ties. w̄ is the mean weight of an edge, other symbols are those of weighted_network.hpp. The
// last sweep moves at most a tenth of the nodes, or is the tenth.
//
// Why the last term: at first a node has one edge to each of many groups, and modularity prefers the smallest of them.
// Groups of two or three nodes come of it, across the communities, and stay. With the term such ties go to the larger
// group; it is worth half an edge at most, and beyond half a percent of W the one before outweighs it.
//
// How: nodes choose in batches (neighbouring_batches.hpp), by the state before the batch, and then move in order. Two
// neighbours of a batch may both move, so modularity may fall: this is a guess, to be improved by local_moving.hpp.
// Promises: a node without edges stays alone; the same bits at any number of threads. Cost: O(m) a sweep, 5 to 10 sweeps.
// Source: label propagation (Raghavan, Albert & Kumara 2007) with the gain of modularity; the last term is our own.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

// Needs a network with edges. Labels lie in [0, nodes).
std::vector<NodeId> grown_groups(const WeightedNetwork& network, double resolution, RandomSequence& random,
                                 const RunContext& run);

}  // namespace cgsd
