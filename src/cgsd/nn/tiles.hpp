// Wide products in tiles: what a loss over all pairs of rows needs of them, a tile at a time. For sources only.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {

inline constexpr std::size_t kTileRows = 128;
inline constexpr std::size_t kTileColumns = 512;

// The rows [begin, end) of a result and its columns [first, last).
struct TileRange {
  std::size_t begin, end, first, last;
  Eigen::Index height() const { return to_index(end - begin); }
  Eigen::Index width() const { return to_index(last - first); }
  bool has_column(std::size_t j) const { return first <= j && j < last; }
};

// body(begin, end) for consecutive tiles of [0, n), one after another.
template <class Body>
void for_each_tile(std::size_t n, std::size_t width, Body&& body) {
  for (std::size_t begin = 0; begin < n; begin += width) body(begin, std::min(n, begin + width));
}

// body(i, j) once for every pair i ≤ j of `blocks` blocks. Pairs that run at the same time share no block, and a block
// meets the others in a fixed order (the rounds of a tournament), so body may add to what belongs to i and to j.
template <class Body>
void for_each_pair_of_blocks(const RunContext& run, std::size_t blocks, Body&& body) {
  const std::size_t seats = blocks + blocks % 2;  // seat `seats` − 1 is empty if the number of blocks is odd
  parallel_for(run, blocks, 1, [&](std::size_t i, std::size_t) { body(i, i); });
  for (std::size_t round = 0; round + 1 < seats; ++round) {
    parallel_for(run, seats / 2, 1, [&](std::size_t table, std::size_t) {
      // The last seat stays; the others turn by one place a round.
      const std::size_t a = table == 0 ? seats - 1 : (round + table) % (seats - 1);
      const std::size_t b = (round + seats - 1 - table) % (seats - 1);
      if (std::max(a, b) < blocks) body(std::min(a, b), std::max(a, b));
    });
  }
}

// log Σ e^x of every row of a matrix that arrives tile by tile; the sums are in double and never overflow.
// −∞ counts as nothing.
template <class T>
class LogSumExp {
 public:
  explicit LogSumExp(std::size_t rows) : largest_(rows, -std::numeric_limits<double>::infinity()), sum_(rows, 0.0) {}

  // The rows of the tile are those from `first` on.
  void absorb(const RowMajor<T>& tile, std::size_t first = 0) {
    for (std::size_t i = first; i < first + static_cast<std::size_t>(tile.rows()); ++i) {
      const auto row = tile.row(to_index(i - first)).array();
      const T top = row.maxCoeff();
      if (top == -std::numeric_limits<T>::infinity()) continue;
      if (static_cast<double>(top) > largest_[i]) {
        sum_[i] *= std::exp(largest_[i] - static_cast<double>(top));
        largest_[i] = static_cast<double>(top);
      }
      sum_[i] += static_cast<double>((row - static_cast<T>(largest_[i])).exp().sum());
    }
  }
  double of_row(std::size_t i) const { return largest_[i] + std::log(sum_[i]); }

 private:
  std::vector<double> largest_;
  std::vector<double> sum_;
};

}  // namespace cgsd
