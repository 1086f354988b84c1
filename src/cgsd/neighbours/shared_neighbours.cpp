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

// The neighbours of a bucket's points within it, ids among all.
template <class T>
KnnLists searched_bucket(const Bucket<T>& bucket, const KnnOptions& options, const RunContext& run) {
  KnnLists found = nearest_neighbours(bucket.points, options, run);
  for (NodeId& id : found.ids.values()) id = bucket.ids[id];
  return found;
}

constexpr std::size_t kRowsTold = 8192;  // in a turn

// One listed neighbour, for the process that has it.
struct ListedPair {
  NodeId neighbour;
  NodeId whose;
  double distance;
};

// The place of an entry in the rows of a graph that processes share, by ids among all.
class EntryPlaces {
 public:
  EntryPlaces(GraphView graph, const RunContext& run) : graph_(graph), processes_(processes_of(run)) {}
  EntryIndex operator()(NodeId row, NodeId other) const {
    const NodeId target = processes_.local_id(graph_, other);
    const auto entries =
        graph_.neighbours(row);  // by rising id among all: ghosts of lower ids, own ones, ghosts of higher ids
    return graph_.row_begin(row) + static_cast<EntryIndex>(std::ranges::find(entries, target) - entries.begin());
  }

 private:
  GraphView graph_;
  const Processes& processes_;
};

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
    buckets.sent_home(searched_bucket(buckets.own(), options, here), run,
                      [&](NodeId row, std::span<const Neighbour> found) {
                        merge.merge(lists.ids.row(row), lists.distances.row(row), found);
                      });
    lists.recall = sample.recall(lists);
    run.advance(lists.recall);
  }
  return lists;
}

template KnnLists exact_among_processes(const Matrix<float>&, std::size_t, const RunContext&);
template KnnLists exact_among_processes(const Matrix<double>&, std::size_t, const RunContext&);
template KnnLists approximate_among_processes(const Matrix<float>&, std::size_t, double, const RunContext&);
template KnnLists approximate_among_processes(const Matrix<double>&, std::size_t, double, const RunContext&);

std::vector<std::vector<ListedBy>> listed_by_others(const KnnLists& lists, const RunContext& run) {
  const Processes& processes = processes_of(run);
  const auto first = static_cast<NodeId>(first_row(run));
  std::vector<std::vector<ListedBy>> heard;
  exchange_in_turns<ListedBy>(
      run, lists.ids.rows(), kRowsTold,
      [&](std::size_t begin, std::size_t end, std::vector<std::vector<ListedBy>>& parts) {
        for (std::size_t u = begin; u < end; ++u) {
          for (const NodeId v : lists.ids.row(u))
            if (v != kNoNeighbour)
              parts[static_cast<std::size_t>(processes.owner_of(v))].push_back({v, first + static_cast<NodeId>(u)});
        }
      },
      [&](std::vector<std::vector<ListedBy>> received) {
        for (std::vector<ListedBy>& from : received) {
          for (ListedBy& pair : from) pair.node -= first;
          if (!from.empty()) heard.push_back(std::move(from));
        }
      });
  return heard;
}

std::vector<double> pair_distances(const KnnLists& lists, GraphView graph, const RunContext& run) {
  const Processes& processes = processes_of(run);
  const auto first = static_cast<NodeId>(first_row(run));
  const EntryPlaces place(graph, run);
  std::vector<double> pairs(graph.entries(), kFar);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (std::size_t j = 0; j < lists.ids.cols(); ++j)
      if (lists.ids(u, j) != kNoNeighbour) pairs[place(u, lists.ids(u, j))] = -lists.distances(u, j);
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
        for (const auto& from : received) {
          for (const ListedPair& told : from) {
            double& pair = pairs[place(told.neighbour - first, told.whose)];
            const bool mutual = pair != kFar;
            const bool lower_tells = told.whose < told.neighbour;
            pair = !mutual ? -told.distance : lower_tells ? told.distance : -pair;
          }
        }
      });
  return pairs;
}

}  // namespace cgsd
