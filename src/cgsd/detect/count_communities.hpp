// How many communities a graph has, if the number is not given: the criteria of community_count.hpp on an encoding made
// for it.
//
//   diffusion, smoothed  all four criteria. The encoding is given the number that the topology counts, 0 included
//   any other pair       the eigengap alone, of the Laplacian of the k-NN graph that the rounding would use (kmeans:
//                        that of the spectral rounding). A trained encoder has `max_communities` columns, an upper
//                        bound
//
// Comes back: the number, why, and the evidence of every criterion that was computed. Promises: the same bits at any
// number of threads. Cost: one encoding, one k-NN graph, max_communities + 1 eigenpairs.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/detect/community_count.hpp"
#include "cgsd/detect/detect_options.hpp"

namespace cgsd {

CommunityCount count_communities(const AttributedGraphView& input, const DetectOptions& options, const RunContext& run);

}  // namespace cgsd
