#include "cgsd/metrics/contingency.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

// Replaces each class, 0 or above, by its rank among the classes that occur; returns how many do.
std::size_t compact(std::vector<std::int32_t>& classes) {
  if (classes.empty()) return 0;
  const std::size_t labels = static_cast<std::size_t>(*std::ranges::max_element(classes)) + 1;
  if (labels <= 4 * classes.size()) {
    std::vector<std::int32_t> rank(labels, 0);
    for (const std::int32_t c : classes) rank[static_cast<std::size_t>(c)] = 1;
    std::int32_t occurring = 0;
    for (std::int32_t& r : rank) r = r == 0 ? -1 : occurring++;
    for (std::int32_t& c : classes) c = rank[static_cast<std::size_t>(c)];
    return static_cast<std::size_t>(occurring);
  }
  std::vector<std::int32_t> occurring = classes;
  std::sort(occurring.begin(), occurring.end());
  occurring.erase(std::unique(occurring.begin(), occurring.end()), occurring.end());
  for (std::int32_t& c : classes) {
    c = static_cast<std::int32_t>(std::lower_bound(occurring.begin(), occurring.end(), c) - occurring.begin());
  }
  return occurring.size();
}

using RowAndColumn = std::pair<std::uint32_t, std::uint32_t>;

// A table of all cells, if there are not many more than nodes; else the pairs sorted.
void count_cells(std::vector<RowAndColumn> pairs, Contingency& table) {
  const std::size_t columns = table.column_sums.size();
  if (table.row_sums.size() * columns <= 4 * pairs.size()) {
    std::vector<std::uint64_t> counts(table.row_sums.size() * columns, 0);
    for (const auto& [row, column] : pairs) ++counts[row * columns + column];
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      table.cells.push_back(
          {static_cast<std::uint32_t>(i / columns), static_cast<std::uint32_t>(i % columns), counts[i]});
    }
    return;
  }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [row, column] : pairs) {
    if (table.cells.empty() || table.cells.back().row != row || table.cells.back().column != column) {
      table.cells.push_back({row, column, 0});
    }
    ++table.cells.back().count;
  }
}

}  // namespace

Contingency contingency(std::span<const std::int32_t> truth, std::span<const std::int32_t> found,
                        const RunContext& run) {
  if (!several(run)) return contingency(truth, found);
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> counts;
  for (std::size_t v = 0; v < truth.size(); ++v)
    if (truth[v] >= 0 && found[v] >= 0) ++counts[{truth[v], found[v]}];
  std::vector<std::int64_t> own;
  for (const auto& [pair, count] : counts) own.insert(own.end(), {pair.first, pair.second, count});
  const std::vector<std::int64_t> all = gathered(run, std::span<const std::int64_t>(own));
  counts.clear();
  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> columns;
  for (std::size_t i = 0; i < all.size(); i += 3) {
    const std::pair cell(static_cast<std::int32_t>(all[i]), static_cast<std::int32_t>(all[i + 1]));
    if (counts[cell] == 0) {
      rows.push_back(cell.first);
      columns.push_back(cell.second);
    }
    counts[cell] += all[i + 2];
  }
  const Contingency once = contingency(rows, columns);  // every cell that occurs, with a count of 1
  Contingency table{once.cells, std::vector<std::uint64_t>(once.row_sums.size(), 0),
                    std::vector<std::uint64_t>(once.column_sums.size(), 0), 0};
  auto cell = table.cells.begin();
  for (const auto& [pair, count] : counts) {  // in the same order: by row, then column
    cell->count = static_cast<std::uint64_t>(count);
    table.row_sums[cell->row] += cell->count;
    table.column_sums[cell->column] += cell->count;
    table.total += cell->count;
    ++cell;
  }
  return table;
}

Contingency contingency(std::span<const std::int32_t> truth, std::span<const std::int32_t> found) {
  if (truth.size() != found.size()) {
    throw InvalidArgument(fmt::format("partitions of {} and {} nodes cannot be compared", truth.size(), found.size()));
  }
  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> columns;
  for (std::size_t v = 0; v < truth.size(); ++v) {
    if (truth[v] < 0 || found[v] < 0) continue;
    rows.push_back(truth[v]);
    columns.push_back(found[v]);
  }
  Contingency table;
  table.total = rows.size();
  table.row_sums.resize(compact(rows), 0);
  table.column_sums.resize(compact(columns), 0);

  std::vector<RowAndColumn> pairs(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    pairs[i] = {static_cast<std::uint32_t>(rows[i]), static_cast<std::uint32_t>(columns[i])};
    ++table.row_sums[pairs[i].first];
    ++table.column_sums[pairs[i].second];
  }
  count_cells(std::move(pairs), table);
  return table;
}

}  // namespace cgsd
