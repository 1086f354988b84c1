// The cells of a column that a graph file has of its nodes; none if there is no such column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd::testing {

inline std::vector<std::string> cells(const GraphContents& contents, std::string_view name) {
  std::vector<std::string> found;
  for (const TextColumn& column : contents.table.columns) {
    for (std::size_t i = 0; column.name == name && i < column.cells.size(); ++i) found.emplace_back(column.cells[i]);
  }
  return found;
}

}  // namespace cgsd::testing
