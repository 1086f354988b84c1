// The community of each node, as a file, with what else is known of it. The ending tells the format (.gz is compressed on
// top):
//
//   .tsv     node<tab>community<tab>confidence …        one line per node, after a header row
//   .json    {"nodes": ["a", "b"], "communities": [0, 1], "confidence": [0.9, 0.4]}        lists of equal length
//   else     node,community,confidence …                CSV
//
// Nodes stand in input order, by name, or by 0-based number if there are no names (a JSON number then). In JSON,
// bytes of a name that are not UTF-8 become U+FFFD. A community below 0 (none) and a number that is NaN are empty cells,
// null in JSON. Throws InvalidArgument unless there is one community per name and one value of a further column per
// community.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

// A further column: one number per node, written with four digits, or one community. Without either there is none.
struct NodeColumn {
  std::string_view name;
  std::span<const double> values;
  std::span<const std::int32_t> communities{};

  std::size_t size() const { return values.size() + communities.size(); }
};

void write_communities(const std::filesystem::path& file, const NodeNames& names,
                       std::span<const std::int32_t> community, const std::vector<NodeColumn>& columns = {});

}  // namespace cgsd
