#include "cgsd/neighbours/shared_neighbours.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/neighbours/buckets.hpp"
#include "cgsd/neighbours/exact_neighbours.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kSharedSample = 512;
constexpr std::size_t kSampleBatch = 16;
constexpr std::uint64_t kMostRounds = 16;
constexpr double kRecallOfARound = 0.9;
constexpr NodeId kNoNeighbour = kMaxNodes;
constexpr double kFar = std::numeric_limits<double>::infinity();

KnnLists empty_lists(std::size_t rows, std::size_t k) {
  return {.ids = Matrix<NodeId>(rows, k, std::vector<NodeId>(rows * k, kNoNeighbour)),
          .distances = Matrix<double>(rows, k, std::vector<double>(rows * k, kFar)),
          .method = KnnMethod::approximate};
}

// Rows of all processes whose k-th nearest is known by its distance.
template <class T>
class SharedSample {
 public:
  SharedSample(const Matrix<T>& points, std::size_t k, const RunContext& run) : k_(k), run_(run) {
    const std::size_t all = rows_of_all(run, points.rows());
    RandomSequence random(run.stream("recall sample"));
    for (std::size_t s = 0; s < kSharedSample; ++s) rows_.push_back(static_cast<NodeId>(random.below(all)));
    std::ranges::sort(rows_);
    rows_.erase(std::ranges::unique(rows_).begin(), rows_.end());
    reach_of(points);
  }

  double recall(const KnnLists& lists) const {
    const std::uint64_t first = first_row(run_);
    double found = 0.0;
    for (std::size_t s = 0; s < rows_.size(); ++s) {
      if (rows_[s] < first || rows_[s] - first >= lists.ids.rows()) continue;
      for (const double distance : lists.distances.row(rows_[s] - first)) found += distance <= reach_[s] ? 1.0 : 0.0;
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

// The nearer of two lists, each neighbour once. A pair measured again has the same bits.
class ListMerge {
 public:
  void merge(std::span<NodeId> ids, std::span<double> distances, std::span<const Neighbour> found) {
    all_.assign(found.begin(), found.end());
    for (std::size_t j = 0; j < ids.size(); ++j) all_.push_back({distances[j], ids[j]});
    std::ranges::sort(all_);
    all_.erase(std::ranges::unique(all_).begin(), all_.end());
    all_.resize(ids.size(), {kFar, kNoNeighbour});
    for (std::size_t j = 0; j < ids.size(); ++j)
      std::tie(distances[j], ids[j]) = std::pair(all_[j].distance, all_[j].id);
  }

 private:
  std::vector<Neighbour> all_;
};

// The neighbours of a bucket's points within it, ids among all, row after row.
template <class T>
std::vector<Neighbour> searched_bucket(const Bucket<T>& bucket, std::size_t k, const KnnOptions& options,
                                       const RunContext& run) {
  const KnnLists found = nearest_neighbours(bucket.points, options, run);
  std::vector<Neighbour> out(bucket.ids.size() * k, Neighbour{kFar, kNoNeighbour});
  for (std::size_t i = 0; i < bucket.ids.size(); ++i) {
    for (std::size_t j = 0; j < found.ids.cols(); ++j)
      out[i * k + j] = {found.distances(i, j), bucket.ids[found.ids(i, j)]};
  }
  return out;
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
  KnnLists lists = empty_lists(points.rows(), k);
  lists.recall = 0.0;
  const SharedSample<T> sample(points, k, run);
  const KnnOptions options{.neighbours = static_cast<std::int32_t>(k), .recall = std::min(recall, kRecallOfARound)};
  ListMerge merge;
  for (std::uint64_t round = 0; round < kMostRounds && lists.recall < recall; ++round) {
    const RandomStream stream = run.stream("buckets").at(round);
    const Buckets<T> buckets(points, stream, run);
    const RunContext here = alone(run).with_seed(stream.bits(static_cast<std::uint64_t>(processes_of(run).rank())));
    const std::vector<Neighbour> found = buckets.sent_home(searched_bucket(buckets.own(), k, options, here), k, run);
    for (std::size_t i = 0; i < points.rows(); ++i)
      merge.merge(lists.ids.row(i), lists.distances.row(i), std::span(found).subspan(i * k, k));
    lists.recall = sample.recall(lists);
    run.advance(lists.recall);
  }
  return lists;
}

template KnnLists exact_among_processes(const Matrix<float>&, std::size_t, const RunContext&);
template KnnLists exact_among_processes(const Matrix<double>&, std::size_t, const RunContext&);
template KnnLists approximate_among_processes(const Matrix<float>&, std::size_t, double, const RunContext&);
template KnnLists approximate_among_processes(const Matrix<double>&, std::size_t, double, const RunContext&);

Graph knn_graph_among_processes(const KnnLists& lists, const RunContext& run) {
  const Processes& processes = processes_of(run);
  const auto first = static_cast<NodeId>(first_row(run));
  std::vector<std::vector<NodeId>> told(static_cast<std::size_t>(processes.count()));  // neighbour, then whose it is
  for (std::size_t u = 0; u < lists.ids.rows(); ++u) {
    for (const NodeId v : lists.ids.row(u)) {
      if (v == kNoNeighbour) continue;
      auto& to = told[static_cast<std::size_t>(processes.owner_of(v))];
      to.insert(to.end(), {v, first + static_cast<NodeId>(u)});
    }
  }
  std::vector<std::vector<NodeId>> rows(lists.ids.rows());
  for (std::size_t u = 0; u < rows.size(); ++u)
    std::ranges::copy_if(lists.ids.row(u), std::back_inserter(rows[u]), [](NodeId v) { return v != kNoNeighbour; });
  for (const auto& heard : exchanged(run, std::move(told))) {
    for (std::size_t i = 0; i < heard.size(); i += 2) rows[heard[i] - first].push_back(heard[i + 1]);
  }
  std::vector<EntryIndex> offsets = {0};
  std::vector<NodeId> targets;
  for (std::vector<NodeId>& row : rows) {
    std::ranges::sort(row);
    row.erase(std::ranges::unique(row).begin(), row.end());
    targets.insert(targets.end(), row.begin(), row.end());
    offsets.push_back(targets.size());
    row = {};
  }
  return processes.share(std::move(offsets), std::move(targets));
}

void add_lists_of_ghosts(KnnLists& lists, GraphView graph, const RunContext& run) {
  if (!several(run)) return;
  const Processes& processes = processes_of(run);
  std::vector<NodeId> ids;
  std::vector<double> distances;
  const std::size_t k = lists.ids.cols();
  const std::size_t rows = with_ghosts(graph, MatrixView<NodeId>(lists.ids), ids, run).rows();
  with_ghosts(graph, MatrixView<double>(lists.distances), distances, run);
  if (ids.empty()) ids.assign(lists.ids.values().begin(), lists.ids.values().end());
  if (!distances.empty()) lists.distances = Matrix<double>(rows, k, std::move(distances));
  for (NodeId& id : ids) id = processes.local_id(graph, id);
  lists.ids = Matrix<NodeId>(rows, k, std::move(ids));
}

}  // namespace cgsd
