// Why each node is in its community (summary/node_explanation.hpp), for a page.
//
//   places           JSON: for each node, where it is and where its neighbours are, two sentences
//   reasons          JSON: words about attributes, each once
//   reason_counts    for each node, how many of `reason_list` speak for its community, and how many against (u32, 2n)
//   reason_list      places in `reasons`, those for the community first (u32)
//
// A page explains graphs to kMostExplained nodes; of larger ones `cgsd explain` tells it node by node.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/report/packed_arrays.hpp"
#include "cgsd/report/run_part.hpp"

namespace cgsd {

inline constexpr std::size_t kMostExplained = 20'000;

// False if there are too many.
bool add_explanation_arrays(PackedArrays& arrays, const RunContents& run, const RunContext& context);

}  // namespace cgsd
