#include "cgsd/neighbours/shared_neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/parallel_vector.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/neighbours/approximate_neighbours.hpp"
#include "cgsd/neighbours/buckets.hpp"
#include "cgsd/neighbours/exact_neighbours.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kSharedSample = 512;
constexpr std::size_t kSampleBatch = 16;
constexpr std::uint64_t kMostShared = 64;  // trees
constexpr NodeId kNoNeighbour = kMaxNodes;
constexpr double kFar = std::numeric_limits<double>::infinity();

// Rows of all processes whose k-th nearest is known by its distance.
template <class T>
class SharedSample {
 public:
  SharedSample(const Matrix<T>& points, std::size_t k, const RunContext& run) : k_(k), run_(run) {
    const std::size_t all = rows_of_all(run, points.rows());
    RandomSequence random(run.stream("recall sample"));
    for (std::size_t s = 0; s < kSharedSample; ++s) rows_.push_back(static_cast<NodeId>(random.below(all)));
    std::ranges::sort(rows_);
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
    reach_of(points);
  }

  // Of lists whose distances are squares still.
  double recall(const Bucket<T>& bucket) const {
    double found = 0.0;
    for (std::size_t i = 0; i < bucket.ids.size(); ++i) {
      const auto row = std::ranges::lower_bound(rows_, bucket.ids[i]);
      if (row == rows_.end() || *row != bucket.ids[i]) continue;
      const double reach = reach_[static_cast<std::size_t>(row - rows_.begin())];
      for (const double square : bucket.lists.distances.row(i)) found += std::sqrt(square) <= reach ? 1.0 : 0.0;
    }
    return sum_over_processes(run_, found) / static_cast<double>(rows_.size() * k_);
  }

 private:
  // Among the own points, the nearest of every row of the sample; then the k-th of all processes. The rows are put after the
  // own ones, a few at a time, so that exact_neighbours() serves.
  void reach_of(const Matrix<T>& points) {
    const std::vector<T> sample = sampled_values(points);
    const std::size_t wanted = std::min(k_ + kSampleBatch, points.rows() + kSampleBatch - 1);
    Matrix<T> with_sample(points.rows() + kSampleBatch, points.cols());
    std::ranges::copy(points.values(), with_sample.values().begin());
    std::vector<NodeId> queries(kSampleBatch);
    std::iota(queries.begin(), queries.end(), static_cast<NodeId>(points.rows()));
    const RunContext here = alone(run_);
    std::vector<double> nearest(rows_.size() * k_, kFar);
    for (std::size_t begin = 0; begin < rows_.size(); begin += kSampleBatch) {
      const std::size_t count = std::min(kSampleBatch, rows_.size() - begin);
      const auto from = std::span(sample).subspan(begin * points.cols(), count * points.cols());
      std::ranges::copy(from, with_sample.row(points.rows()).data());
      const KnnLists found = exact_neighbours<T>(with_sample, queries, wanted, here);
      for (std::size_t q = 0; q < count; ++q)
        keep_own(found, q, points.rows(), std::span(nearest).subspan((begin + q) * k_, k_), begin + q);
    }
    take_kth(gathered(run_, std::span<const double>(nearest)));
  }

  std::vector<T> sampled_values(const Matrix<T>& points) const {
    const std::uint64_t first = first_row(run_);
    std::vector<T> own;
    for (const NodeId row : rows_) {
      if (row < first || row - first >= points.rows()) continue;
      own.insert(own.end(), points.row(row - first).begin(), points.row(row - first).end());
    }
    return gathered(run_, std::span<const T>(own));
  }

  void keep_own(const KnnLists& found, std::size_t q, std::size_t own, std::span<double> to, std::size_t s) const {
    std::size_t count = 0;
    for (std::size_t j = 0; j < found.ids.cols() && count < to.size(); ++j) {
      const NodeId id = found.ids(q, j);
      if (id < own && id + first_row(run_) != rows_[s]) to[count++] = found.distances(q, j);
    }
  }

  void take_kth(const std::vector<double>& all) {
    const std::size_t of_one = rows_.size() * k_;
    std::vector<double> row;
    for (std::size_t s = 0; s < rows_.size(); ++s) {
      row.clear();
      for (std::size_t first = s * k_; first < all.size(); first += of_one)
        row.insert(row.end(), all.begin() + static_cast<std::ptrdiff_t>(first),
                   all.begin() + static_cast<std::ptrdiff_t>(first + k_));
      std::ranges::sort(row);
      reach_.push_back(row[k_ - 1]);
    }
  }

  std::size_t k_;
  RunContext run_;
  std::vector<NodeId> rows_;
  std::vector<double> reach_;
};

constexpr std::size_t kRowsTold = 2048;  // in a turn

// One listed neighbour, for the process that has it.
struct ListedPair {
  NodeId neighbour;
  NodeId whose;
  double distance;
};

// The place of an entry, by the row's number and the other's among all.
EntryIndex place_in(const KnnRows& rows, NodeId row, NodeId other) {
  const auto first = rows.targets.begin() + static_cast<std::ptrdiff_t>(rows.offsets[row]);
  const auto last = rows.targets.begin() + static_cast<std::ptrdiff_t>(rows.offsets[row + 1]);
  return static_cast<EntryIndex>(std::lower_bound(first, last, other) - rows.targets.begin());
}

constexpr std::size_t kToldAtOnce = 32;

// Rows lie anywhere in memory: those of a few pairs are asked for before the first is used.
void take_pairs(std::span<const ListedPair> told, const KnnRows& rows, NodeId first, std::vector<double>& pairs) {
  std::array<EntryIndex, kToldAtOnce> place;
  for (const ListedPair& pair : told) {
    const EntryIndex begin = rows.offsets[pair.neighbour - first];
    for (EntryIndex i = begin; i < rows.offsets[pair.neighbour - first + 1]; i += 16)
      __builtin_prefetch(rows.targets.data() + i);
  }
  for (std::size_t j = 0; j < told.size(); ++j) {
    place[j] = place_in(rows, told[j].neighbour - first, told[j].whose);
    __builtin_prefetch(pairs.data() + place[j]);
  }
  for (std::size_t j = 0; j < told.size(); ++j) {
    double& pair = pairs[place[j]];
    const bool mutual = pair != kFar;
    const bool lower_tells = told[j].whose < told[j].neighbour;
    pair = !mutual ? -told[j].distance : lower_tells ? told[j].distance : -pair;
  }
}

}  // namespace

template <class T>
KnnLists exact_among_processes(const Matrix<T>& points, std::size_t k, const RunContext& run) {
  const Matrix<T> all(rows_of_all(run, points.rows()), points.cols(), gathered(run, points.values()));
  std::vector<NodeId> own(points.rows());
  std::iota(own.begin(), own.end(), static_cast<NodeId>(first_row(run)));
  return exact_neighbours<T>(all, own, k, alone(run));
}

template <class T>
KnnLists approximate_among_processes(const Matrix<T>& points, std::size_t k, double recall, const RunContext& run) {
  const SharedSample<T> sample(points, k, run);
  const RunContext here = alone(run);
  const auto rank = static_cast<std::uint64_t>(processes_of(run).rank());
  Bucket<T> bucket = own_bucket(points, run);
  for (std::uint64_t tree = 0; tree < kMostShared && (tree == 0 || bucket.lists.recall < recall); ++tree) {
    const RandomStream stream = run.stream("buckets").at(tree);
    bucket = regrouped(std::move(bucket), stream.named("cuts"), run);
    if (tree == 0) bucket.lists = lists_of_nobody(bucket.ids.size(), k);
    improve_by_tree<T>({bucket.points, bucket.ids}, stream.named("within").at(rank), bucket.lists, here);
    bucket.lists.recall = sample.recall(bucket);
    run.advance(bucket.lists.recall);
  }
  KnnLists lists = sent_home(std::move(bucket), run);
  take_roots(lists);
  return lists;
}

template KnnLists exact_among_processes(const Matrix<float>&, std::size_t, const RunContext&);
template KnnLists exact_among_processes(const Matrix<double>&, std::size_t, const RunContext&);
template KnnLists approximate_among_processes(const Matrix<float>&, std::size_t, double, const RunContext&);
template KnnLists approximate_among_processes(const Matrix<double>&, std::size_t, double, const RunContext&);

void for_each_listing(const KnnLists& lists, const RunContext& run, const Listing& listed) {
  const Processes& processes = processes_of(run);
  const auto first = static_cast<NodeId>(first_row(run));
  struct Pair {
    NodeId node;
    NodeId by;
  };
  exchange_in_turns<Pair>(
      run, lists.ids.rows(), kRowsTold,
      [&](std::size_t begin, std::size_t end, std::vector<std::vector<Pair>>& parts) {
        for (std::size_t u = begin; u < end; ++u) {
          for (const NodeId v : lists.ids.row(u))
            if (v != kNoNeighbour)
              parts[static_cast<std::size_t>(processes.owner_of(v))].push_back({v, first + static_cast<NodeId>(u)});
        }
      },
      [&](const std::vector<std::vector<Pair>>& received) {
        for (const std::vector<Pair>& from : received)
          for (const Pair& pair : from) listed(pair.node - first, pair.by);
      });
}

std::vector<double> pair_distances(const KnnLists& lists, const KnnRows& rows, const RunContext& run) {
  const Processes& processes = processes_of(run);
  const auto first = static_cast<NodeId>(first_row(run));
  std::vector<double> pairs = large_vector<double>(rows.targets.size(), run);
  std::ranges::fill(pairs, kFar);
  for (NodeId u = 0; u < lists.ids.rows(); ++u) {
    for (std::size_t j = 0; j < lists.ids.cols(); ++j)
      if (lists.ids(u, j) != kNoNeighbour) pairs[place_in(rows, u, lists.ids(u, j))] = -lists.distances(u, j);
  }
  exchange_in_turns<ListedPair>(
      run, lists.ids.rows(), kRowsTold,
      [&](std::size_t begin, std::size_t end, std::vector<std::vector<ListedPair>>& parts) {
        for (std::size_t u = begin; u < end; ++u) {
          for (std::size_t j = 0; j < lists.ids.cols(); ++j) {
            const NodeId v = lists.ids(u, j);
            if (v == kNoNeighbour) continue;
            parts[static_cast<std::size_t>(processes.owner_of(v))].push_back(
                {v, first + static_cast<NodeId>(u), lists.distances(u, j)});
          }
        }
      },
      [&](const std::vector<std::vector<ListedPair>>& received) {
        for (const std::span<const ListedPair> from : received)
          for (std::size_t begin = 0; begin < from.size(); begin += kToldAtOnce)
            take_pairs(from.subspan(begin, std::min(kToldAtOnce, from.size() - begin)), rows, first, pairs);
      });
  return pairs;
}

}  // namespace cgsd
