// The community of each node, as a file. The ending tells the format (.gz is compressed on top):
//
//   .tsv     node<tab>community        one line per node, after a header row
//   .json    {"nodes": ["a", "b"], "communities": [0, 1]}        two lists of equal length
//   else     node,community            CSV
//
// Nodes stand in input order, by name, or by 0-based number where there are no names (a JSON number then). In JSON,
// bytes of a name that are not UTF-8 become U+FFFD. Throws InvalidArgument unless there is one community per name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

void write_communities(const std::filesystem::path& file, const NodeNames& names,
                       std::span<const std::int32_t> community);

// node,community,confidence as CSV; a community below 0 is left empty. One of each per name.
void write_placements(const std::filesystem::path& file, const NodeNames& names,
                      std::span<const std::int32_t> community, std::span<const double> confidence);

}  // namespace cgsd
