// How well a partition fits the graph itself; no ground truth needed. Edge weights count if there are any.
//
//   modularity   Σ_c (w_c / W − out_c · in_c / W²), w_c the weight of entries inside c, out_c and in_c of those that
//                leave and reach its nodes, W of all (Newman 2006; on a directed graph Leicht & Newman 2008)
//   coverage     share of the weight that lies inside communities
//   conductance  of c: weight across its border / the smaller of the volumes of c and of the rest; mean and maximum
//                over the communities that have a volume and are not the whole graph
//
// Several processes have nodes of their own (graph/processes.hpp). NaN if not defined (no edges; no community with a conductance). Negative community numbers are an error. Cost: O(n +
// m).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct CutQuality {
  double modularity;
  double coverage;
  double mean_conductance;
  double largest_conductance;
};

// The conductance of every community; NaN for one that has no volume or is everything.
std::vector<double> conductances(GraphView graph, std::span<const std::int32_t> community_of, const RunContext& run);

CutQuality cut_quality(GraphView graph, std::span<const std::int32_t> community_of, const RunContext& run);

}  // namespace cgsd
