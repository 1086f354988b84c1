#include "cgsd/metrics/accuracy.hpp"

#include <algorithm>
#include <limits>

#include "cgsd/core/matrix.hpp"

namespace cgsd {
namespace {

// Assigns rows to columns of their own at the least total cost, one row after another (Hungarian method); rows ≤ columns.
// Invariant: row_price[i] + column_price[j] ≤ cost(i, j), with equality on assigned pairs (complementary slackness).
class Assignment {
 public:
  explicit Assignment(const Matrix<double>& cost)
      : cost_(cost), row_price_(cost.rows(), 0.0), column_price_(cost.cols(), 0.0), row_of_(cost.cols(), cost.rows()) {}

  void add(std::size_t row) {
    const Path path = cheapest_path(row);
    for (std::size_t j = 0; j < path.settled.size(); ++j) {
      if (!path.settled[j] || j == path.end) continue;
      row_price_[row_of_[j]] += path.length - path.distance[j];
      column_price_[j] -= path.length - path.distance[j];
    }
    row_price_[row] += path.length;
    for (std::size_t j = path.end; j != cost_.cols(); j = path.previous[j])
      row_of_[j] = path.previous[j] == cost_.cols() ? row : row_of_[path.previous[j]];
  }

  std::vector<std::size_t> column_of() const {
    std::vector<std::size_t> columns(cost_.rows(), cost_.cols());
    for (std::size_t j = 0; j < row_of_.size(); ++j) {
      if (row_of_[j] != cost_.rows()) columns[row_of_[j]] = j;
    }
    return columns;
  }

 private:
  // The shortest alternating path from a row to a column that no row has, in reduced costs.
  struct Path {
    std::vector<double> distance;
    std::vector<std::size_t> previous;
    std::vector<bool> settled;
    std::size_t end;
    double length = 0.0;
  };

  Path cheapest_path(std::size_t row) const {
    const std::size_t columns = cost_.cols();
    Path path{std::vector<double>(columns, std::numeric_limits<double>::infinity()),
              std::vector<std::size_t>(columns, columns), std::vector<bool>(columns, false), columns};
    for (;;) {
      std::size_t nearest = columns;
      for (std::size_t j = 0; j < columns; ++j) {
        if (path.settled[j]) continue;
        const double through_row = path.length + cost_(row, j) - row_price_[row] - column_price_[j];
        if (through_row < path.distance[j]) {
          path.distance[j] = through_row;
          path.previous[j] = path.end;
        }
        if (nearest == columns || path.distance[j] < path.distance[nearest]) nearest = j;
      }
      path.settled[nearest] = true;
      path.length = path.distance[nearest];
      path.end = nearest;
      if (row_of_[nearest] == cost_.rows()) return path;
      row = row_of_[nearest];
    }
  }

  const Matrix<double>& cost_;
  std::vector<double> row_price_;
  std::vector<double> column_price_;
  std::vector<std::size_t> row_of_;  // cost.rows(): none
};

std::vector<std::size_t> assign_rows(const Matrix<double>& cost) {
  Assignment assignment(cost);
  for (std::size_t row = 0; row < cost.rows(); ++row) assignment.add(row);
  return assignment.column_of();
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
