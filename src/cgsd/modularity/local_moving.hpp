// Moves single nodes between communities while modularity grows: the step that Louvain and Leiden share.
//
// A node v that stands alone gains, by joining community C (in units of W / 2; symbols in weighted_network.hpp),
//     gain(v, C) = w(v, C) − γ k_v K_C / W,
// and goes where the gain is largest: to the community of a neighbour, to one of its own, or back where it came from,
// which also wins every tie.
//
// How: nodes wait in a queue, at first all of them in random order; a move puts the neighbours outside the new
// community back into it (Traag, Waltman & van Eck 2019, algorithm A.1); the end is an empty queue.
// Promises: each move raises Q by more than rounding can, so there is an end; after a call that moves nothing every
// node is at its best place; a node without edges stays alone. Cost: O(m) for each time all nodes are visited,
// a few times in all; sequential.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

// Needs a network with edges. Changes community_of, whose labels lie in [0, nodes) before and after, and returns the
// number of moves.
std::uint64_t move_nodes(const WeightedNetwork& network, double resolution, std::vector<NodeId>& community_of,
                         RandomSequence& random, const RunContext& run);

}  // namespace cgsd
