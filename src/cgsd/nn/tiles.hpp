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

// log Σ e^x of every row of a matrix that arrives tile by tile; the sums are in double and never overflow.
// −∞ counts as nothing, but may not be all of a row's first tile.
template <class T>
class LogSumExp {
 public:
  explicit LogSumExp(std::size_t rows) : largest_(rows, -std::numeric_limits<double>::infinity()), sum_(rows, 0.0) {}

  void absorb(const RowMajor<T>& tile) {
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      const auto row = tile.row(to_index(i)).array();
      const T top = row.maxCoeff();
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
