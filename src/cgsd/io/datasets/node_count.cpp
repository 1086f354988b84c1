#include "cgsd/io/datasets/node_count.hpp"

#include <fmt/format.h>

namespace cgsd {

void check_declared_nodes(const FilePosition& where, std::uint64_t nodes, std::size_t entries) {
  if (nodes <= kMaxNodes && nodes <= kFreeNodes + kNodesPerEntry * entries) return;
  throw ParseError(where, fmt::format("{} nodes are declared, but there are only {} edges: refused as a damaged file",
                                      nodes, entries));
}

void check_expected_nodes(const FilePosition& where, std::uint64_t nodes, const GraphReadOptions& options) {
  std::optional<std::uint64_t> expected = options.expected_nodes;
  if (options.known_names != nullptr) expected = options.known_names->size();
  if (!expected || *expected == nodes) return;
  throw ParseError(where, fmt::format("the file has {} nodes, but {} are expected", nodes, *expected));
}

}  // namespace cgsd
