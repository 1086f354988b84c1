#include "cgsd/nn/entry_pattern.hpp"

#include <algorithm>

namespace cgsd {

EntryPattern::EntryPattern(std::vector<std::uint64_t> row_offsets, std::vector<std::uint32_t> columns, std::size_t cols)
    : offsets(std::move(row_offsets)), row_of(columns.size()), column(std::move(columns), cols) {
  for (std::size_t u = 0; u + 1 < offsets.size(); ++u) {
    for (std::uint64_t p = offsets[u]; p < offsets[u + 1]; ++p) row_of[p] = static_cast<std::uint32_t>(u);
  }
}

EntryPattern entry_pattern(GraphView graph, bool self_loops) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> columns;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    const auto row = graph.neighbours(u);
    const auto place = self_loops ? std::lower_bound(row.begin(), row.end(), u) : row.end();
    columns.insert(columns.end(), row.begin(), place);
    if (self_loops && (place == row.end() || *place != u)) columns.push_back(u);
    columns.insert(columns.end(), place, row.end());
    offsets.push_back(columns.size());
  }
  return {std::move(offsets), std::move(columns), graph.nodes()};
}

}  // namespace cgsd
