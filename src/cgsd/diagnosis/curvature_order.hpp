// How well curvature tells edges within communities from edges across: of one edge within and one across, drawn at
// random, how often the one within has the higher curvature.
//
//   share = (pairs with κ_within > κ_across + ½ · pairs with equal κ) / all pairs
//         = (R − w (w + 1) / 2) / (w a), R the sum of the mid-ranks of the w edges within among all w + a edges
//
// 1: every edge within is above every edge across; ½: curvature does not tell them apart; below ½: it misleads. (The
// statistic of Mann and Whitney, the area under the ROC curve.) Edges are undirected; those with an end that has no
// community (kUnlabelled) are left out. NaN if there is no edge within or none across. Throws InvalidArgument for a
// directed graph and for sizes that do not fit. Promises: the same bits at any number of threads. Cost: O(m log m).
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// `curvature`: one per entry.
double higher_within(GraphView graph, std::span<const double> curvature, std::span<const std::int32_t> community_of,
                     const RunContext& run);

}  // namespace cgsd
