// Louvain: communities of high modularity Q = Σ_c (w_c / W − γ (K_c / W)²), symbols in weighted_network.hpp.
//
// Comes back: a partition, numbered by size, and its Q. How: nodes move to the neighbouring community where Q grows most,
// communities are shrunk to nodes that do the same, level upon level; then the way back, and up again (multilevel.hpp).
// The restart with the largest Q wins, ties go to the earlier one.
//
// Promises: merging two communities does not raise Q; a node without edges (of weight above 0) stays alone; the same
// bits at any number of threads. Not that communities are connected: that is Leiden's. Needs an undirected graph,
// weights of 0 or above; an edge of weight 0 counts as none.
//
// Cost: O(m) a level, few levels. Source: Blondel, Guillaume, Lambiotte & Lefebvre, J. Stat. Mech. P10008 (2008).
// Deviations: the way back (multilevel.hpp says why), nodes whose surroundings did not change are not visited again, and
// a node may leave for a community of its own. One start is a gamble on small graphs, so ten are made.
#pragma once

#include <array>
#include <cstdint>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct LouvainOptions {
  double resolution = 1.0;
  std::int32_t restarts = 10;
};

inline void describe(OptionVisitor& v, LouvainOptions& o) {
  v.number("resolution", o.resolution, {0.0, 1e9}, "γ: larger values give more and smaller communities");
  v.number("restarts", o.restarts, {1, 10'000}, "independent starts, of which the best is kept");
}

enum class LouvainStop { no_gain, no_edges };
constexpr auto enum_names(LouvainStop) {
  return std::array{EnumName<LouvainStop>{LouvainStop::no_gain, "no_gain", "no move raises the modularity"},
                    EnumName<LouvainStop>{LouvainStop::no_edges, "no_edges", "there was nothing to join"}};
}

struct LouvainResult {
  Partition partition{};     // numbered by size
  double modularity = 0.0;   // at `resolution`; NaN without edges
  double resolution = 1.0;   // γ
  std::int32_t levels = 0;   // that moved something; of the start that won, as are moves
  std::uint64_t moves = 0;   // of nodes and of shrunk communities
  std::int32_t restart = 0;  // which start won
  LouvainStop stop = LouvainStop::no_gain;
};

LouvainResult louvain(GraphView graph, const LouvainOptions& options, const RunContext& run);

}  // namespace cgsd
