// Edges as an integer array: (m, 2), one entry per row, or (2, m), sources above targets. A (2, 2) array is two rows of
// (m, 2), the layout NumPy files of graphs use; only (2, m) with m ≠ 2 is read the other way.
//
// Node ids are indices from 0. If the number of nodes is known every id must lie below it, otherwise it is the
// largest id + 1. A bare .npy file with such an array is a graph, too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

EntryList entries_of(const NpyArray& edges, std::optional<std::uint64_t> nodes);

// Refuses counts above kMaxNodes, and counts that nothing in the file but one number bears out: a few bytes must not
// make everyone allocate arrays for two billion nodes. `entries` is how many entries the file lists.
void check_node_count(std::uint64_t nodes, std::uint64_t entries, const ArrayOrigin& origin);

// The number of nodes that the caller knows, from a table of attributes or labels.
std::optional<std::uint64_t> expected_nodes(const GraphReadOptions& options);

GraphContents read_npy_graph(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

}  // namespace cgsd
