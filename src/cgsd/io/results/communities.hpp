// The community of each node, as a file. The ending tells the format (.gz is compressed on top):
//
//   .tsv     node<tab>community        one line per node, after a header row
//   .json    {"nodes": ["a", "b"], "communities": [0, 1]}        two lists of equal length
//   else     node,community            CSV
//
// Nodes stand in input order, by name, or by 0-based number if there are no names (a JSON number then). In JSON,
// bytes of a name that are not UTF-8 become U+FFFD. A community below 0 (none) is an empty cell, null in JSON. Throws
// InvalidArgument unless there is one community per name and one number of a further column per community.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

// A further column: one number per node, written with four digits. Without values there is none.
struct NodeColumn {
  std::string_view name;
  std::span<const double> values;
};

void write_communities(const std::filesystem::path& file, const NodeNames& names,
                       std::span<const std::int32_t> community, const NodeColumn& column = {});

}  // namespace cgsd
