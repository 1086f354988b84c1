// The nodes of a run that its page holds: all of them, or of a graph beyond `most` nodes a part of every community.
//
// Of community c with s of n nodes: max(1, ⌊most · s / n⌋) of them, those with most neighbours, ties to the lower node. Node
// i of the part is nodes[i], ascending. Cost: O(n log n), and a copy of the part.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/graph/dataset.hpp"
#include "cgsd/io/results/communities_json.hpp"

namespace cgsd {

using LevelIds = std::vector<std::vector<std::int32_t>>;  // for each level, the id of the community of each node

// A run as its page needs it; borrowed.
struct RunContents {
  const Dataset& data;
  const StoredCommunities& found;
  const LevelIds& level_ids;      // may be empty
  MatrixView<float> embedding{};  // one row per node; empty: none was kept
};

// The same, owned.
struct RunPart {
  Dataset data{};
  StoredCommunities found{};
  LevelIds level_ids{};
  Matrix<float> embedding{};

  RunContents contents() const { return {data, found, level_ids, embedding}; }
};

LevelIds ids_on_levels(const Levels& levels);

std::vector<NodeId> part_of(GraphView graph, const Partition& partition, std::size_t most);

RunPart part_with(const RunContents& run, const std::vector<NodeId>& nodes);

}  // namespace cgsd
