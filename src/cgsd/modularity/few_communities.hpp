// Shrinks a network without weights to few nodes: the same result as aggregated() of weighted_network.hpp, to the bit.
//
// How: counts the entries between each two communities in square tables, one per part of the nodes, which are read in
// the order in which they lie in memory. By communities, as aggregated() goes, the rows are read from anywhere, which
// takes ten times as long if communities are large. Counts are whole numbers: they may be added in any order.
// Cost: O(m) over the threads, and the tables: an eighth of m at most.
#pragma once

#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

// Whether the network has no weights, and the tables are small beside it.
bool shrinks_to_few(const WeightedNetwork& network, NodeId communities);

// Needs shrinks_to_few.
WeightedNetwork shrunk_to_few(const WeightedNetwork& network, std::span<const NodeId> community_of, NodeId communities,
                              const RunContext& run);

}  // namespace cgsd
