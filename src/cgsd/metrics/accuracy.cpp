#include "cgsd/metrics/accuracy.hpp"

#include <algorithm>
#include <limits>

#include "cgsd/core/matrix.hpp"

namespace cgsd {
namespace {

// Assigns every row to its own column at the least total cost; rows ≤ columns.
// Invariant: row_price[i] + column_price[j] ≤ cost(i, j), with equality on assigned pairs (complementary slackness).
std::vector<std::size_t> assign_rows(const Matrix<double>& cost) {
  const std::size_t rows = cost.rows();
  const std::size_t columns = cost.cols();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const std::size_t none = rows;
  std::vector<double> row_price(rows, 0.0);
  std::vector<double> column_price(columns, 0.0);
  std::vector<std::size_t> row_of(columns, none);
  for (std::size_t start = 0; start < rows; ++start) {
    std::vector<double> distance(columns, kInfinite);  // shortest alternating path from `start`, in reduced costs
    std::vector<std::size_t> previous(columns, columns);
    std::vector<bool> settled(columns, false);
    std::size_t row = start;
    std::size_t last = columns;
    double reached = 0.0;
    for (;;) {
      std::size_t nearest = columns;
      for (std::size_t j = 0; j < columns; ++j) {
        if (settled[j]) continue;
        const double through_row = reached + cost(row, j) - row_price[row] - column_price[j];
        if (through_row < distance[j]) {
          distance[j] = through_row;
          previous[j] = last;
        }
        if (nearest == columns || distance[j] < distance[nearest]) nearest = j;
      }
      settled[nearest] = true;
      reached = distance[nearest];
      last = nearest;
      if (row_of[nearest] == none) break;
      row = row_of[nearest];
    }
    for (std::size_t j = 0; j < columns; ++j) {
      if (!settled[j] || j == last) continue;
      row_price[row_of[j]] += reached - distance[j];
      column_price[j] -= reached - distance[j];
    }
    row_price[start] += reached;
    for (std::size_t j = last; j != columns; j = previous[j])
      row_of[j] = previous[j] == columns ? start : row_of[previous[j]];
  }
  std::vector<std::size_t> column_of(rows, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    if (row_of[j] != none) column_of[row_of[j]] = j;
  }
  return column_of;
}

}  // namespace

std::vector<std::int64_t> best_matching(const Contingency& t) {
  const std::size_t rows = t.row_sums.size();
  const std::size_t columns = t.column_sums.size();
  const bool transposed = rows > columns;
  Matrix<double> cost(std::min(rows, columns), std::max(rows, columns));
  for (const auto& cell : t.cells) {
    const double gain = static_cast<double>(cell.count);
    (transposed ? cost(cell.column, cell.row) : cost(cell.row, cell.column)) = -gain;
  }
  const auto assigned = assign_rows(cost);
  std::vector<std::int64_t> match(rows, -1);
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    if (transposed) {
      match[assigned[i]] = static_cast<std::int64_t>(i);
    } else {
      match[i] = static_cast<std::int64_t>(assigned[i]);
    }
  }
  return match;
}

double accuracy(const Contingency& t) {
  if (t.total == 0) return 1.0;
  const auto match = best_matching(t);
  std::uint64_t right = 0;
  for (const auto& cell : t.cells) {
    if (match[cell.row] == static_cast<std::int64_t>(cell.column)) right += cell.count;
  }
  return static_cast<double>(right) / static_cast<double>(t.total);
}

double macro_f1(const Contingency& t) {
  if (t.total == 0) return 1.0;
  const auto match = best_matching(t);
  double sum = 0.0;
  for (const auto& cell : t.cells) {
    if (match[cell.row] != static_cast<std::int64_t>(cell.column)) continue;
    sum +=
        2.0 * static_cast<double>(cell.count) / static_cast<double>(t.row_sums[cell.row] + t.column_sums[cell.column]);
  }
  return sum / static_cast<double>(t.row_sums.size());
}

}  // namespace cgsd
