#include "cgsd/neighbours/approximate_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cgsd/core/distance.hpp"
#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/neighbours/exact_neighbours.hpp"
#include "cgsd/neighbours/projection_tree.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kLargestLeaf = 1500;
constexpr std::size_t kSample = 512;
constexpr std::uint64_t kMostTrees = 64;
constexpr std::size_t kPanel = 128;
constexpr std::size_t kChunk = 16;
constexpr NodeId kNobody = std::numeric_limits<NodeId>::max();

// The nearest of one row so far by (squared distance, id); places that are not taken are infinitely far.
class NearestSoFar {
 public:
  NearestSoFar(KnnLists& lists, std::size_t i) : ids_(lists.ids.row(i)), squares_(lists.distances.row(i)) {}

  double bound() const { return squares_.back(); }

  // No distance is below 0: where k rows of lower ids are equal to this one, `v` need not be measured.
  bool wants(NodeId v) const {
    if (squares_.back() == 0.0 && v > ids_.back()) return false;
    bool known = false;
    for (const NodeId id : ids_) known |= id == v;
    return !known;
  }

  void insert(double square, NodeId v) {
    std::size_t place = ids_.size() - 1;
    if (!before(square, v, place)) return;
    for (; place > 0 && before(square, v, place - 1); --place) {
      squares_[place] = squares_[place - 1];
      ids_[place] = ids_[place - 1];
    }
    squares_[place] = square;
    ids_[place] = v;
  }

 private:
  bool before(double square, NodeId v, std::size_t place) const {
    return square < squares_[place] || (square == squares_[place] && v < ids_[place]);
  }

  std::span<NodeId> ids_;
  std::span<double> squares_;
};

// Compares the rows of one leaf with each other.
template <class T>
class LeafSearch {
 public:
  LeafSearch(const Matrix<T>& points, std::span<const NodeId> leaf) : points_(points), leaf_(leaf) {
    const Eigen::Index d = to_index(points.cols());
    right_.resize(to_index(leaf.size()), d + 1);
    for (std::size_t q = 0; q < leaf.size(); ++q) {
      right_.row(to_index(q)).head(d) = row_panel(points, leaf[q], leaf[q] + 1);
    }
    // About the mean: the rounding error follows the leaf's extent, not its distance from the origin.
    const Eigen::Matrix<T, 1, Eigen::Dynamic> mean = right_.leftCols(d).colwise().mean();
    right_.leftCols(d).rowwise() -= mean;
    // |computed − true| ≤ (d + 4) u (‖x‖ + ‖y‖)² (Higham 2002, §3.1): norms lessened by as much make lower bounds.
    const T error = static_cast<T>(4 * (points.cols() + 4)) * std::numeric_limits<T>::epsilon();
    norms_ = (T(1) - error) * right_.leftCols(d).rowwise().squaredNorm();
    right_.col(d) = norms_;
    left_ = T(-2) * right_;
    left_.col(d).setOnes();
  }

  void improve(KnnLists& lists) {
    const std::size_t size = leaf_.size();
    for (std::size_t begin = 0; begin < size; begin += kPanel) {
      const std::size_t end = std::min(size, begin + kPanel);
      // (−2x, 1) · (y, ‖y‖²) = ‖x − y‖² − ‖x‖²
      panel_.noalias() = left_.middleRows(to_index(begin), to_index(end - begin)) * right_.transpose();
      for (std::size_t q = begin; q < end; ++q) scan(q, {&panel_(to_index(q - begin), 0), size}, lists);
    }
  }

 private:
  using Chunk = Eigen::Array<T, kChunk, 1>;

  // Most chunks hold nothing near, and the smallest of fixed many is a matter of a few vector instructions.
  void scan(std::size_t q, std::span<const T> values, KnnLists& lists) {
    NearestSoFar nearest(lists, leaf_[q]);
    T bound = bound_of(nearest, q);
    for (std::size_t begin = 0; begin < values.size(); begin += kChunk) {
      const std::size_t end = std::min(values.size(), begin + kChunk);
      if (end - begin == kChunk && Eigen::Map<const Chunk>(&values[begin]).minCoeff() > bound) continue;
      for (std::size_t v = begin; v < end; ++v) {
        if (!(values[v] <= bound) || v == q || !nearest.wants(leaf_[v])) continue;
        nearest.insert(squared_distance<T, T>(points_.row(leaf_[q]), points_.row(leaf_[v])), leaf_[v]);
        bound = bound_of(nearest, q);
      }
    }
  }

  T bound_of(const NearestSoFar& nearest, std::size_t q) const {
    return static_cast<T>(nearest.bound()) - norms_[to_index(q)];
  }

  const Matrix<T>& points_;
  std::span<const NodeId> leaf_;
  RowMajor<T> left_, right_, panel_;
  Eigen::Matrix<T, Eigen::Dynamic, 1> norms_;
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

template <class T>
void improve_by_tree(const Matrix<T>& points, const Leaves& leaves, KnnLists& lists, const RunContext& run) {
  parallel_for(run, leaves.count(), 1,
               [&](std::size_t l, std::size_t) { LeafSearch<T>(points, leaves.leaf(l)).improve(lists); });
  for (std::size_t l = 0; l < leaves.count(); ++l) {
    const auto size = static_cast<std::uint64_t>(leaves.leaf(l).size());
    lists.pairs_compared += size * (size - 1);
  }
}

}  // namespace

template <class T>
KnnLists approximate_neighbours(const Matrix<T>& points, std::size_t k, double recall, const RunContext& run) {
  const std::size_t n = points.rows();
  // While lists are being improved, `distances` are squares.
  KnnLists lists{.ids = Matrix<NodeId>(n, k, std::vector<NodeId>(n * k, kNobody)),
                 .distances = Matrix<double>(n, k, std::vector<double>(n * k, std::numeric_limits<double>::infinity())),
                 .method = KnnMethod::approximate};
  const RecallSample<T> sample(points, k, run);
  lists.pairs_compared = sample.pairs_compared();
  lists.recall = 0.0;
  const std::size_t largest_leaf = std::max(kLargestLeaf, 4 * (k + 1));  // a leaf of 45 % still fills the lists
  for (std::uint64_t tree = 0; tree < kMostTrees && (tree == 0 || lists.recall < recall); ++tree) {
    const Leaves leaves = projection_tree(points, largest_leaf, run.stream("projection tree").at(tree), run);
    improve_by_tree(points, leaves, lists, run);
    lists.recall = sample.recall(lists);
    run.advance(lists.recall);
  }
  for (double& distance : lists.distances.values()) distance = std::sqrt(distance);
  return lists;
}

template KnnLists approximate_neighbours(const Matrix<float>&, std::size_t, double, const RunContext&);
template KnnLists approximate_neighbours(const Matrix<double>&, std::size_t, double, const RunContext&);

}  // namespace cgsd
