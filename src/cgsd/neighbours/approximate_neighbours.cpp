#include "cgsd/neighbours/approximate_neighbours.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __AVX__
#include <immintrin.h>
#endif

#include "cgsd/core/distance.hpp"
#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/fetch_ahead.hpp"
#include "cgsd/neighbours/exact_neighbours.hpp"
#include "cgsd/neighbours/projection_tree.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kLargestLeaf = 1500;
constexpr std::size_t kSample = 512;
constexpr std::uint64_t kMostTrees = 64;
constexpr std::size_t kPanel = 64;
constexpr std::size_t kChunk = 16;
constexpr std::size_t kFetchedLists = 3;
constexpr NodeId kNobody = kMaxNodes;

// The nearest of one row so far. Candidates wait until there are enough of them to be worth sorting in.
class NearestSoFar {
 public:
  explicit NearestSoFar(std::size_t k) : k_(k) {}

  void load(const KnnLists& lists, std::size_t i) {
    nearest_.clear();
    known_ = lists.ids.row(i);
    for (std::size_t j = 0; j < k_ && known_[j] != kNobody; ++j)
      nearest_.emplace_back(lists.distances(i, j), known_[j]);
  }

  bool empty() const { return nearest_.empty(); }

  // Whether `v` was in the list when it was loaded: trees show the same neighbours again and again.
  bool knows(NodeId v) const {
    NodeId found = 0;
    for (const NodeId known : known_) found |= static_cast<NodeId>(known == v);  // no branch: vectors serve
    return found != 0;
  }

  void add(double square, NodeId v) {
    waiting_.emplace_back(square, v);
    if (waiting_.size() >= k_) sort_in();
  }

  void store(KnnLists& lists, std::size_t i) {
    if (!waiting_.empty()) sort_in();
    for (std::size_t j = 0; j < nearest_.size(); ++j) {
      lists.distances(i, j) = nearest_[j].first;
      lists.ids(i, j) = nearest_[j].second;
    }
  }

  std::size_t size() const { return k_; }
  double bound() const {
    return nearest_.size() < k_ ? std::numeric_limits<double>::infinity() : nearest_.back().first;
  }

  // No distance is below 0: where k rows of lower ids are equal to this one, `v` need not be measured.
  bool excludes(NodeId v) const { return bound() == 0.0 && v > nearest_.back().second; }

 private:
  using Candidate = std::pair<double, NodeId>;  // squared distance, id: in the order that ties need

  // A pair measured again has the same bits, so that the union knows it.
  void sort_in() {
    std::sort(waiting_.begin(), waiting_.end());
    united_.clear();
    std::set_union(nearest_.begin(), nearest_.end(), waiting_.begin(), waiting_.end(), std::back_inserter(united_));
    united_.resize(std::min(united_.size(), k_));
    nearest_.swap(united_);
    waiting_.clear();
  }

  std::size_t k_;
  std::vector<Candidate> nearest_, waiting_, united_;
  std::span<const NodeId> known_;
};

// A number that at least k of the values do not exceed: the k-th smallest of the minima of some groups.
template <class T>
T bound_of_kth(std::span<const T> values, std::size_t k) {
  constexpr std::size_t kGroups = 64;
  if (k > kGroups || values.size() < 2 * kGroups) return std::numeric_limits<T>::infinity();
  std::array<T, kGroups> minima;
  std::copy_n(values.begin(), kGroups, minima.begin());
  for (std::size_t v = kGroups; v + kGroups <= values.size(); v += kGroups) {
    for (std::size_t g = 0; g < kGroups; ++g) minima[g] = values[v + g] < minima[g] ? values[v + g] : minima[g];
  }
  const auto kth = minima.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(minima.begin(), kth, minima.end());
  return *kth;
}

// Bit v: the v-th value is not above the bound. Of the first sixteen, or as many as there are.
template <class T>
std::uint32_t near_ones(std::span<const T> values, T bound) {
#ifdef __AVX__
  if constexpr (std::is_same_v<T, float>) {
    if (values.size() >= kChunk) {
      const __m256 limit = _mm256_set1_ps(bound);
      const auto eight = [&](const float* from) {
        return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(_mm256_loadu_ps(from), limit, _CMP_LE_OQ)));
      };
      return eight(values.data()) | eight(values.data() + 8) << 8;
    }
  }
#endif
  std::uint32_t near = 0;
  for (std::size_t v = 0; v < std::min(values.size(), kChunk); ++v)
    near |= static_cast<std::uint32_t>(values[v] <= bound) << v;
  return near;
}

// Of each column, about: the median of a few rows. Unlike the mean it stays in the crowd where some rows are far off.
template <class T>
Eigen::Matrix<T, 1, Eigen::Dynamic> middle_of(const RowMajor<T>& rows) {
  constexpr Eigen::Index kRows = 33;
  const Eigen::Index step = std::max<Eigen::Index>(1, rows.rows() / kRows);
  Eigen::Matrix<T, 1, Eigen::Dynamic> middle(rows.cols());
  std::vector<T> values;
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    values.clear();
    for (Eigen::Index i = 0; i < rows.rows(); i += step) values.push_back(rows(i, j));
    const auto median = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), median, values.end());
    middle[j] = *median;
  }
  return middle;
}

// Lists of a leaf's rows lie anywhere in memory: asked for a few rows ahead, they arrive in time.
void fetch_list(const KnnLists& lists, NodeId row) {
  fetch_ahead(lists.ids.row(row));
  fetch_ahead(lists.distances.row(row));
}

// Compares the rows of one leaf with each other.
template <class T>
class LeafSearch {
 public:
  LeafSearch(const NamedPoints<T>& named, std::span<const NodeId> leaf)
      : named_(named), points_(named.points), leaf_(leaf) {
    const Matrix<T>& points = named.points;
    const Eigen::Index d = to_index(points.cols());
    RowMajor<T> rows(to_index(leaf.size()), d);
    for (std::size_t q = 0; q < leaf.size(); ++q) rows.row(to_index(q)) = row_panel(points, leaf[q], leaf[q] + 1);
    rows.rowwise() -= middle_of(rows);  // the rounding error follows the leaf's extent, not its distance from 0
    // |computed − true| ≤ (d + 4) u (‖x‖ + ‖y‖)² (Higham 2002, §3.1): norms lessened by as much make lower bounds.
    const T error = static_cast<T>(4 * (points.cols() + 4)) * std::numeric_limits<T>::epsilon();
    norms_ = (T(1) - error) * rows.rowwise().squaredNorm();
    margin_ = 4 * error * norms_.maxCoeff();
    left_.resize(rows.rows(), d + 1);
    left_ << T(-2) * rows, Column::Ones(rows.rows());
    right_.resize(rows.rows(), d + 1);
    right_ << rows, norms_;
  }

  void improve(KnnLists& lists) {
    const std::size_t size = leaf_.size();
    NearestSoFar nearest(lists.ids.cols());
    for (std::size_t begin = 0; begin < size; begin += kPanel) {
      const std::size_t end = std::min(size, begin + kPanel);
      // (−2x, 1) · (y, ‖y‖²) = ‖x − y‖² − ‖x‖²
      panel_.noalias() = left_.middleRows(to_index(begin), to_index(end - begin)) * right_.transpose();
      for (std::size_t q = begin; q < end; ++q) {
        fetch_list(lists, leaf_[std::min(q + kFetchedLists, size - 1)]);
        nearest.load(lists, leaf_[q]);
        scan(q, {&panel_(to_index(q - begin), 0), size}, nearest);
        nearest.store(lists, leaf_[q]);
      }
    }
  }

 private:
  using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  // Most chunks hold nothing near.
  void scan(std::size_t q, std::span<const T> values, NearestSoFar& nearest) const {
    // An empty list would take whatever comes first. One of the values is the row's own.
    const T first =
        nearest.empty() ? bound_of_kth(values, nearest.size() + 1) + margin_ : std::numeric_limits<T>::infinity();
    for (std::size_t begin = 0; begin < values.size(); begin += kChunk) {
      const T bound = std::min(first, static_cast<T>(nearest.bound()) - norms_[to_index(q)]);
      for (std::uint32_t near = near_ones(values.subspan(begin), bound); near != 0; near &= near - 1) {
        const std::size_t v = begin + static_cast<std::size_t>(std::countr_zero(near));
        const NodeId id = named_.id(leaf_[v]);
        if (v == q || nearest.knows(id) || nearest.excludes(id)) continue;
        nearest.add(squared_distance<T, T>(points_.row(leaf_[q]), points_.row(leaf_[v])), id);
      }
    }
  }

  NamedPoints<T> named_;
  const Matrix<T>& points_;
  std::span<const NodeId> leaf_;
  RowMajor<T> left_, right_, panel_;
  Column norms_;
  T margin_ = 0;  // between a lower bound and the distance
};

// Rows whose true neighbours are known.
template <class T>
class RecallSample {
 public:
  RecallSample(const Matrix<T>& points, std::size_t k, const RunContext& run) {
    RandomSequence random(run.stream("recall sample"));
    for (std::size_t s = 0; s < kSample; ++s) rows_.push_back(static_cast<NodeId>(random.below(points.rows())));
    std::sort(rows_.begin(), rows_.end());
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
    truth_ = exact_neighbours<T>(points, rows_, k, run);
  }

  std::uint64_t pairs_compared() const { return truth_.pairs_compared; }

  double recall(const KnnLists& lists) const {
    std::size_t found = 0;
    for (std::size_t s = 0; s < rows_.size(); ++s) {
      const double farthest = truth_.distances.row(s).back();
      for (const double square : lists.distances.row(rows_[s])) found += std::sqrt(square) <= farthest ? 1 : 0;
    }
    return static_cast<double>(found) / static_cast<double>(truth_.ids.values().size());
  }

 private:
  std::vector<NodeId> rows_;
  KnnLists truth_;
};

}  // namespace

KnnLists lists_of_nobody(std::size_t rows, std::size_t k) {
  KnnLists lists{.ids = Matrix<NodeId>(rows, k),
                 .distances = Matrix<double>(rows, k),
                 .method = KnnMethod::approximate,
                 .recall = 0.0};
  std::ranges::fill(lists.ids.values(), kNobody);
  std::ranges::fill(lists.distances.values(), std::numeric_limits<double>::infinity());
  return lists;
}

void take_roots(KnnLists& lists) {
  for (double& distance : lists.distances.values()) distance = std::sqrt(distance);
}

template <class T>
void improve_by_tree(const NamedPoints<T>& points, const RandomStream& stream, KnnLists& lists, const RunContext& run) {
  const std::size_t largest_leaf =
      std::max(kLargestLeaf, 4 * (lists.ids.cols() + 1));  // of 45 %: still fills the lists
  const Leaves leaves = projection_tree(points.points, largest_leaf, stream, run);
  parallel_for(run, leaves.count(), 1,
               [&](std::size_t l, std::size_t) { LeafSearch<T>(points, leaves.leaf(l)).improve(lists); });
  for (std::size_t l = 0; l < leaves.count(); ++l) {
    const auto size = static_cast<std::uint64_t>(leaves.leaf(l).size());
    lists.pairs_compared += size * (size - 1);
  }
}

template <class T>
KnnLists approximate_neighbours(const Matrix<T>& points, std::size_t k, double recall, const RunContext& run) {
  KnnLists lists = lists_of_nobody(points.rows(), k);
  const RecallSample<T> sample(points, k, run);
  lists.pairs_compared = sample.pairs_compared();
  for (std::uint64_t tree = 0; tree < kMostTrees && (tree == 0 || lists.recall < recall); ++tree) {
    improve_by_tree<T>({points}, run.stream("projection tree").at(tree), lists, run);
    lists.recall = sample.recall(lists);
    run.advance(lists.recall);
  }
  take_roots(lists);
  return lists;
}

template KnnLists approximate_neighbours(const Matrix<float>&, std::size_t, double, const RunContext&);
template KnnLists approximate_neighbours(const Matrix<double>&, std::size_t, double, const RunContext&);
template void improve_by_tree(const NamedPoints<float>&, const RandomStream&, KnnLists&, const RunContext&);
template void improve_by_tree(const NamedPoints<double>&, const RandomStream&, KnnLists&, const RunContext&);

}  // namespace cgsd
