// Planted hierarchies: groups of groups, whose two levels are known.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/random.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd::testing {

struct GroupsOfGroups {
  AttributedGraph input;
  std::vector<std::int32_t> group_of;  // 0 … 3
  std::vector<std::int32_t> part_of;   // 0 … 15; part p is in group p / 4
};

// Four groups of four parts of `size` nodes: pairs are edges with probability 0.5 within a part, 0.06 within a group, 0.004
// across. Words, if wanted: 3 of 8 words of the own part, 3 of 8 words of the own group, 2 of 80 common ones.
inline GroupsOfGroups groups_of_groups(NodeId size, bool words, std::uint64_t seed) {
  const NodeId nodes = 16 * size;
  RandomSequence random(RandomStream(seed).named("groups of groups"));
  GroupsOfGroups made;
  for (NodeId v = 0; v < nodes; ++v) {
    made.part_of.push_back(static_cast<std::int32_t>(v % 16));
    made.group_of.push_back(made.part_of.back() / 4);
  }
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = u + 1; v < nodes; ++v) {
      const double p = made.part_of[u] == made.part_of[v] ? 0.5 : made.group_of[u] == made.group_of[v] ? 0.06 : 0.004;
      if (random.uniform() < p) list.entries.push_back({u, v});
    }
  }
  made.input.graph = build_graph(list, {}, RunContext()).graph;
  if (!words) return made;
  Matrix<float> bag(nodes, 16 * 8 + 4 * 8 + 80);
  for (NodeId v = 0; v < nodes; ++v) {
    for (int w = 0; w < 3; ++w) {
      bag(v, static_cast<std::size_t>(made.part_of[v]) * 8 + random.below(8)) = 1.0F;
      bag(v, 128 + static_cast<std::size_t>(made.group_of[v]) * 8 + random.below(8)) = 1.0F;
    }
    for (int w = 0; w < 2; ++w) bag(v, 160 + random.below(80)) = 1.0F;
  }
  made.input.attributes = to_sparse(bag);
  return made;
}

}  // namespace cgsd::testing
