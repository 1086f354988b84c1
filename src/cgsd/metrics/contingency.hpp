// Two partitions of the same nodes side by side: how many nodes share class i of the first and class j of the second.
// Nodes that are kUnlabelled in either are left out. Empty classes are dropped. Cost: O(n) if rows times columns are at
// most some n, else O(n log n).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

struct Contingency {
  struct Cell {
    std::uint32_t row;
    std::uint32_t column;
    std::uint64_t count;  // > 0
  };
  std::vector<Cell> cells;  // by row, then column
  std::vector<std::uint64_t> row_sums;
  std::vector<std::uint64_t> column_sums;
  std::uint64_t total = 0;
};

// Throws InvalidArgument for partitions of unequal length.
Contingency contingency(std::span<const std::int32_t> truth, std::span<const std::int32_t> found);

// The same over the nodes of all processes (graph/processes.hpp).
Contingency contingency(std::span<const std::int32_t> truth, std::span<const std::int32_t> found,
                        const RunContext& run);

}  // namespace cgsd
