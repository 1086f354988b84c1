// A partition of the nodes: community_of[v] in [0, communities), every community with at least one node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

struct Partition {
  std::vector<std::int32_t> community_of;
  std::int32_t communities = 0;
  bool operator==(const Partition&) const = default;
};

// The same partition with communities numbered by falling size, ties by their lowest node; empty ones vanish.
Partition numbered_by_size(std::span<const std::int32_t> community_of);

// The same over the nodes of all processes (graph/processes.hpp); labels are at least 0 and small.
Partition numbered_by_size(std::span<const std::int32_t> community_of, const RunContext& run);

std::vector<std::uint64_t> community_sizes(const Partition& partition);
std::vector<std::uint64_t> community_sizes(const Partition& partition, const RunContext& run);  // of all processes

}  // namespace cgsd
