// Leiden: connected communities of high modularity Q = Σ_c (w_c / W − γ (K_c / W)²), symbols in weighted_network.hpp.
//
// Comes back: a partition, numbered by size, its Q and γ. How: from a first partition (multilevel.hpp), an iteration moves
// nodes while Q grows (local_moving.hpp), splits the communities into connected pieces (refinement.hpp), shrinks the
// pieces to nodes that start in the community they come from, and does the same to these until every community is one
// node. The next iteration starts from its result; one that moves nothing, or gains less than min_gain, is the last. The
// restart with the largest Q wins, ties go to the earlier one. From 16384 nodes on the first partition is grown; if the
// first iteration raises its Q by more than .001, all is done from the other one too, and the better stays.
//
// Promises: every community is connected by edges of weight above 0, so a node without such an edge is a community of
// its own; Q never falls from one iteration to the next; once `stable`, Q grows neither by moving one node nor by
// merging two communities; the same bits at any number of threads. Needs an undirected graph, weights of 0 or above.
//
// target_communities = c searches the γ, from `resolution` on, that gives c communities (resolution_search.hpp). Fewer
// than the graph has components are impossible: then, and whenever no γ tried gives c, the nearest count is returned
// and target_distance is how far off it is. The result is that of `resolution` = the γ reported, to the bit.
//
// Cost: O(m) a level, some 5 levels an iteration; 1 to 3 iterations if communities are clear, over 100 on large random
// graphs without any if min_gain is 0. Source: Traag, Waltman & van Eck, From Louvain to Leiden, Sci. Rep. 9, 5233
// (2019). Deviations: the first partition, in place of single nodes; if the refinement joins nothing, the connected
// parts of the communities are shrunk in place of pieces.
#pragma once

#include <array>
#include <cstdint>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct LeidenOptions {
  double resolution = 1.0;
  double randomness = 0.01;
  std::int32_t max_iterations = 100;
  double min_gain = 1e-4;
  std::int32_t restarts = 1;
  std::int32_t target_communities = 0;
};

inline void describe(OptionVisitor& v, LeidenOptions& o) {
  v.number("resolution", o.resolution, {0.0, 1e9}, "γ: larger values give more and smaller communities");
  v.number("randomness", o.randomness, {0.0, 1e6}, "θ of the refinement; 0 always takes the largest gain");
  v.number("max_iterations", o.max_iterations, {1, 1'000'000}, "iterations of one start at most");
  v.number("min_gain", o.min_gain, {0.0, 1.0},
           "an iteration that gains less modularity is the last; 0: go on until nothing moves");
  v.number("restarts", o.restarts, {1, 10'000}, "independent starts, of which the best is kept");
  v.number("target_communities", o.target_communities, {0, kMaxNodes},
           "search the resolution that gives this many communities; 0: use the resolution as given");
}

enum class LeidenStop { stable, small_gain, max_iterations, no_edges };
constexpr auto enum_names(LeidenStop) {
  return std::array{
      EnumName<LeidenStop>{LeidenStop::stable, "stable", "an iteration moved nothing"},
      EnumName<LeidenStop>{LeidenStop::small_gain, "small_gain", "an iteration gained less than min_gain"},
      EnumName<LeidenStop>{LeidenStop::max_iterations, "max_iterations", "the iterations were used up"},
      EnumName<LeidenStop>{LeidenStop::no_edges, "no_edges", "there was nothing to join"}};
}

struct LeidenResult {
  Partition partition{};        // numbered by size
  double modularity = 0.0;      // at `resolution`; NaN without edges
  double resolution = 1.0;      // γ: the option, or the one found for the target
  std::int32_t iterations = 0;  // of the start that won, as are levels and moves; the first partition is none
  std::int32_t levels = 0;      // networks worked on, all iterations together
  std::uint64_t moves = 0;      // of nodes and of shrunk pieces
  std::int32_t restart = 0;     // which start won
  std::int32_t resolutions_tried = 1;
  std::int32_t target_distance = 0;  // |communities − target|; 0 without a target
  LeidenStop stop = LeidenStop::stable;
};

// Throws InvalidArgument also for a target above the number of nodes.
LeidenResult leiden(GraphView graph, const LeidenOptions& options, const RunContext& run);

}  // namespace cgsd
