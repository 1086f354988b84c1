#include "cgsd/neighbours/exact_neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "cgsd/core/distance.hpp"
#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kQueryPanel = 32;

template <class T>
std::vector<T> squared_norms(const Matrix<T>& points, const RunContext& run) {
  std::vector<T> norms(points.rows());
  parallel_for(run, points.rows(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      norms[i] = row_panel(points, i, i + 1).squaredNorm();
    }
  });
  return norms;
}

// Finds the neighbours of single rows, given their approximate squared distances to all rows.
template <class T>
class RowSearch {
 public:
  RowSearch(const Matrix<T>& points, T largest_norm, std::size_t neighbours)
      : points_(points), largest_norm_(largest_norm), neighbours_(neighbours) {}

  // `approximate[i]` must be infinite: a row is not its own neighbour.
  void find(std::size_t i, T own_norm, std::span<const T> approximate) {
    // |computed − true| ≤ (d + 4) u (‖x‖ + ‖y‖)² for each of the three sums together (Higham 2002, §3.1); twice, for
    // both.
    const T unit = std::numeric_limits<T>::epsilon();
    const T margin = static_cast<T>(2 * (points_.cols() + 4)) * unit * 2 * (own_norm + largest_norm_);
    const T bound = bound_of_kth(approximate) + margin;
    near_.clear();
    for (std::size_t v = 0; v < approximate.size(); ++v) {
      if (approximate[v] <= bound) near_.emplace_back(approximate[v], static_cast<NodeId>(v));
    }
    const auto kth = near_.begin() + static_cast<std::ptrdiff_t>(neighbours_ - 1);
    std::nth_element(near_.begin(), kth, near_.end());
    measure(i, kth->first + margin);
    std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(neighbours_),
                      candidates_.end());
  }

  // What find() found.
  void write(std::span<NodeId> ids, std::span<double> distances) const {
    for (std::size_t j = 0; j < neighbours_; ++j) {
      ids[j] = candidates_[j].second;
      distances[j] = std::sqrt(candidates_[j].first);
    }
  }

 private:
  // A number that at least k of the values do not exceed: the k-th smallest of the minima of k or more groups.
  T bound_of_kth(std::span<const T> values) {
    constexpr std::size_t kGroups = 64;
    if (neighbours_ > kGroups || values.size() < 2 * kGroups) return std::numeric_limits<T>::max();
    std::array<T, kGroups> minima;
    std::copy_n(values.begin(), kGroups, minima.begin());
    std::size_t v = kGroups;
    for (; v + kGroups <= values.size(); v += kGroups) {
      for (std::size_t g = 0; g < kGroups; ++g) minima[g] = values[v + g] < minima[g] ? values[v + g] : minima[g];
    }
    const auto kth = minima.begin() + static_cast<std::ptrdiff_t>(neighbours_ - 1);
    std::nth_element(minima.begin(), kth, minima.end());
    return *kth;
  }

  void measure(std::size_t i, T limit) {
    candidates_.clear();
    for (const auto& [value, v] : near_) {
      if (value <= limit) candidates_.emplace_back(squared_distance<T, T>(points_.row(i), points_.row(v)), v);
    }
  }

  const Matrix<T>& points_;
  T largest_norm_;
  std::size_t neighbours_;
  std::vector<std::pair<T, NodeId>> near_;             // those that may be among the k nearest
  std::vector<std::pair<double, NodeId>> candidates_;  // squared distance, id: in the order that ties need
};

template <class T>
RowMajor<T> gathered(const Matrix<T>& points, std::span<const NodeId> rows) {
  RowMajor<T> panel(to_index(rows.size()), to_index(points.cols()));
  for (std::size_t q = 0; q < rows.size(); ++q) panel.row(to_index(q)) = row_panel(points, rows[q], rows[q] + 1);
  return panel;
}

}  // namespace

template <class T>
KnnLists exact_neighbours(const Matrix<T>& points, std::span<const NodeId> rows, std::size_t k, const RunContext& run) {
  const std::size_t n = points.rows();
  KnnLists lists{.ids = Matrix<NodeId>(rows.size(), k), .distances = Matrix<double>(rows.size(), k)};
  lists.pairs_compared = static_cast<std::uint64_t>(rows.size()) * (n - 1);
  const std::vector<T> norms = squared_norms(points, run);
  const T largest = *std::max_element(norms.begin(), norms.end());
  const auto all = as_eigen(points);
  const Eigen::Map<const Eigen::Matrix<T, 1, Eigen::Dynamic>> all_norms(norms.data(), to_index(n));
  parallel_for(run, rows.size(), kQueryPanel, [&](std::size_t begin, std::size_t end) {
    Matrix<T> panel(end - begin, n);
    auto distances = as_eigen(panel);
    distances.noalias() = T(-2) * gathered(points, rows.subspan(begin, end - begin)) * all.transpose();
    RowSearch<T> search(points, largest, k);
    for (std::size_t q = begin; q < end; ++q) {
      const NodeId i = rows[q];
      distances.row(to_index(q - begin)) += all_norms;
      distances.row(to_index(q - begin)).array() += norms[i];
      panel(q - begin, i) = std::numeric_limits<T>::infinity();
      search.find(i, norms[i], panel.row(q - begin));
      search.write(lists.ids.row(q), lists.distances.row(q));
    }
  });
  return lists;
}

template KnnLists exact_neighbours(const Matrix<float>&, std::span<const NodeId>, std::size_t, const RunContext&);
template KnnLists exact_neighbours(const Matrix<double>&, std::span<const NodeId>, std::size_t, const RunContext&);

}  // namespace cgsd
