// A partition of high modularity in one climb and one descent over levels: what Louvain finds and Leiden starts from.
//
// How: every node starts alone and moves (local_moving.hpp); communities are shrunk to nodes and these move, level upon
// level, until a level moves nothing. On this way up a level ends as soon as few nodes still move. Then back, from the
// last level but one: on each finer level, down to the graph, nodes move again from the community that the coarser
// levels put them into. Then the communities, now clean, are merged level upon level while that helps. At last all this
// is done once more within each community, for two that became one are not parted by single moves; what is better stays.
//
// Why the way down: a sparse graph has no small communities, only large ones. Single nodes that join single nodes make
// small groups that mix the large communities, and levels of groups cannot part them: on a planted partition of 10⁶
// nodes and 10⁷ edges the way up alone ends at Q = 0.25, the planted partition has 0.60. From the far better guess of
// the coarse levels single nodes find it. From the last level itself they do not always: groups that are not clean
// merge where the communities should not, and single nodes cannot undo that. It may still happen: with one of three
// seeds on a planted partition of ten communities, 10⁵ nodes and 10⁶ edges, nine are found. Source: Rotta & Noack,
// Multilevel local search algorithms for modularity clustering, ACM J. Exp. Algorithmics 16 (2011).
//
// grown_communities begins with groups that are grown (growth.hpp) in place of single nodes, and does not part
// communities at last. If communities are clear, it is three times as fast, and finds all ten of that partition with
// each of twenty seeds; without communities it is worse (Q = 0.16 in place of 0.19 on a random graph of degrees by a power
// law, 10⁵ nodes and 10⁶ edges).
//
// Promises: merging two communities does not raise Q; a node without edges stays alone; the same bits at any number of
// threads. Cost: O(m) a sweep, some 10 to 20 sweeps in all.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

struct MultilevelResult {
  std::vector<NodeId> community_of;  // without gaps
  std::int32_t levels = 0;           // on the ways up, that moved something
  std::uint64_t moves = 0;           // of nodes and of shrunk communities
};

// Needs a network with edges.
MultilevelResult multilevel_communities(const WeightedNetwork& network, double resolution, RandomSequence& random,
                                        const RunContext& run);

MultilevelResult grown_communities(const WeightedNetwork& network, double resolution, RandomSequence& random,
                                   const RunContext& run);

}  // namespace cgsd
