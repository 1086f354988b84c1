// What a page knows of every node, as arrays in the order of the nodes: names, community, confidence, second choice,
// stability, class, degree, its communities on all levels; and where it stands on the map, with the edges.
//
//   names        JSON list of texts; absent if nodes are numbers
//   community    number of the community in the manifest's list (u32); `second` likewise, −1: none (i32)
//   confidence   [0, 1] as 0 … 65534, 65535: none (u16); `stability` likewise, if it was measured
//   label        class, −1: none (i32)        degree (u32)        level_0, level_1, …: ids (i32)
//   x, y         [0, 1] as 0 … 65535 (u16)
//   edge_counts  of each node, the edges to higher nodes in `edge_targets`, ascending (u32). An edge of a directed graph is
//                there once for both directions. Beyond kMostEdges evenly spaced ones stand for all
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/report/packed_arrays.hpp"
#include "cgsd/report/run_part.hpp"

namespace cgsd {

inline constexpr std::uint64_t kMostEdges = 1'500'000;

void add_node_arrays(PackedArrays& arrays, const RunContents& run);

// What the map has to say of itself: edges in all, and held.
nlohmann::ordered_json add_map_arrays(PackedArrays& arrays, const RunContents& run, const RunContext& context);

// [0, 1] in 16 bits; what is not finite is `none`.
std::vector<std::uint16_t> in_sixteen_bits(const std::vector<double>& values, std::uint16_t most);

}  // namespace cgsd
