// Moves single nodes between communities while modularity grows: the step that Louvain and Leiden share.
//
// A node v that stands alone gains, by joining community C (in units of W / 2; symbols in weighted_network.hpp),
//     gain(v, C) = w(v, C) − γ k_v K_C / W,
// and goes where the gain is largest: to the community of a neighbour, to one of its own, or back where it came from,
// which also wins every tie.
//
// How: sweeps over the nodes that wait, at first all of them, in one random order (neighbouring_batches.hpp). A move lets
// the neighbours outside the new community wait again (Traag, Waltman & van Eck 2019, algorithm A.1). The end is a sweep
// that moves at most `patience` of the nodes; with 0, that nobody waits. The nodes of a batch choose at one time, by the
// state before it; then they move in order, each if that still raises Q and no neighbour of the batch has moved before;
// the others wait for the next sweep. The size of a batch depends on the network alone: the same bits at any number of
// threads.
// Promises: each move raises Q by more than rounding can, so there is an end; after a call that moves nothing every
// node is at its best place; a node without edges stays alone. Cost: O(m) for each time all nodes are visited,
// a few times in all.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

struct MovingSettings {
  double resolution = 1.0;  // γ
  double patience = 0.0;    // a sweep that moves at most this share of the nodes is the last
};

// Needs a network with edges. Changes community_of, whose labels lie in [0, nodes) before and after, and returns the
// number of moves.
std::uint64_t move_nodes(const WeightedNetwork& network, const MovingSettings& settings,
                         std::vector<NodeId>& community_of, RandomSequence& random, const RunContext& run);

}  // namespace cgsd
