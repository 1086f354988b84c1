#include "cgsd/neighbours/buckets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kProjected = 4096;

// Numbers in the order of the floats.
std::uint32_t rising(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x + 0.0F);
  return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

// Points that go to the processes [first, last), until they are cut further.
struct Part {
  std::size_t first;
  std::size_t last;
  std::vector<NodeId> rows{};  // of this process
  std::size_t middle() const { return (first + last) / 2; }
  bool whole() const { return last - first == 1; }
};

template <class T>
class Cutter {
 public:
  Cutter(const Bucket<T>& bucket, const RunContext& run) : points_(bucket.points), ids_(bucket.ids), run_(run) {}

  // One level: every part that is not whole becomes two.
  std::vector<Part> cut(std::vector<Part> parts, const RandomStream& stream) const {
    std::vector<double> sizes(parts.size());
    std::ranges::transform(parts, sizes.begin(),
                           [](const Part& part) { return static_cast<double>(part.rows.size()); });
    const std::vector<double> own = gathered(run_, std::span<const double>(sizes));
    sum_over_processes(run_, sizes);
    const Matrix<double> directions = drawn_directions(parts, own, sizes, stream);
    std::vector<std::vector<std::uint64_t>> keys;
    std::vector<double> wanted;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      keys.push_back(keys_of(parts[p], directions.row(p)));
      const double share = static_cast<double>(parts[p].middle() - parts[p].first);
      wanted.push_back(std::floor(sizes[p] * share / static_cast<double>(parts[p].last - parts[p].first)));
    }
    const std::vector<std::uint64_t> cuts = cuts_at(keys, wanted);
    std::vector<Part> next;
    for (std::size_t p = 0; p < parts.size(); ++p) divide(std::move(parts[p]), keys[p], cuts[p], next);
    return next;
  }

 private:
  // The difference of two points of every part.
  Matrix<double> drawn_directions(const std::vector<Part>& parts, const std::vector<double>& own,
                                  const std::vector<double>& sizes, const RandomStream& stream) const {
    const auto rank = static_cast<std::size_t>(processes_of(run_).rank());
    Matrix<double> out(parts.size(), points_.cols());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      double before = 0.0;
      for (std::size_t r = 0; r < rank; ++r) before += own[r * parts.size() + p];
      for (const std::uint64_t end : {0U, 1U}) {
        const double drawn = std::floor(stream.at(p).uniform(end) * sizes[p]) - before;
        if (drawn < 0.0 || drawn >= static_cast<double>(parts[p].rows.size())) continue;
        const auto row = points_.row(parts[p].rows[static_cast<std::size_t>(drawn)]);
        for (std::size_t j = 0; j < row.size(); ++j) out(p, j) += (end == 0 ? 1.0 : -1.0) * static_cast<double>(row[j]);
      }
    }
    sum_over_processes(run_, out.values());
    return out;
  }

  // Where each row lies along the direction; ties by id.
  std::vector<std::uint64_t> keys_of(const Part& part, std::span<const double> direction) const {
    std::vector<std::uint64_t> keys(part.rows.size());
    parallel_for(run_, keys.size(), kProjected, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto row = points_.row(part.rows[i]);
        double place = 0.0;
        for (std::size_t j = 0; j < row.size(); ++j) place += direction[j] * static_cast<double>(row[j]);
        keys[i] = std::uint64_t{rising(static_cast<float>(place))} << 32U | ids_[part.rows[i]];
      }
    });
    return keys;
  }

  // For every part the least number that `wanted` of the keys of all processes are below.
  std::vector<std::uint64_t> cuts_at(const std::vector<std::vector<std::uint64_t>>& keys,
                                     const std::vector<double>& wanted) const {
    std::vector<std::vector<std::uint64_t>> sorted = keys;
    for (auto& of_part : sorted) std::ranges::sort(of_part);
    std::vector<std::uint64_t> cuts(keys.size(), 0);
    for (int bit = 63; bit >= 0; --bit) {
      std::vector<double> below;
      for (std::size_t p = 0; p < keys.size(); ++p) {
        const std::uint64_t trial = cuts[p] | std::uint64_t{1} << static_cast<unsigned>(bit);
        below.push_back(static_cast<double>(std::ranges::lower_bound(sorted[p], trial) - sorted[p].begin()));
      }
      sum_over_processes(run_, below);
      for (std::size_t p = 0; p < keys.size(); ++p)
        if (below[p] <= wanted[p]) cuts[p] |= std::uint64_t{1} << static_cast<unsigned>(bit);
    }
    return cuts;  // the largest number that no more than `wanted` keys are below
  }

  static void divide(Part part, const std::vector<std::uint64_t>& keys, std::uint64_t cut, std::vector<Part>& to) {
    if (part.whole()) {
      to.push_back(std::move(part));
      return;
    }
    Part low{part.first, part.middle(), {}};
    Part high{part.middle(), part.last, {}};
    for (std::size_t i = 0; i < keys.size(); ++i) (keys[i] < cut ? low : high).rows.push_back(part.rows[i]);
    to.push_back(std::move(low));
    to.push_back(std::move(high));
  }

  const Matrix<T>& points_;
  std::span<const NodeId> ids_;
  const RunContext& run_;
};

constexpr std::size_t kBytesUnderWay = std::size_t{1} << 20U;  // from one process to all others

std::size_t largest(const std::vector<std::vector<NodeId>>& parts) {
  return parts.empty() ? 0 : std::ranges::max(parts, {}, &std::vector<NodeId>::size).size();
}

std::span<const NodeId> some_of(std::span<const NodeId> rows, std::size_t begin, std::size_t end) {
  begin = std::min(begin, rows.size());
  return rows.subspan(begin, std::min(end, rows.size()) - begin);
}

// Where the rows of a bucket go.
class Route {
 public:
  Route(std::vector<std::vector<NodeId>> rows_by_process, const RunContext& run)
      : to_(std::move(rows_by_process)), run_(run) {
    std::vector<std::vector<std::uint64_t>> counts;
    for (const auto& rows : to_) counts.push_back({rows.size()});
    for (const auto& from : exchanged(run, std::move(counts))) {
      begins_.push_back(arriving_);
      arriving_ += from[0];
    }
  }

  // Those that arrive, in the order of the processes they come from and of their rows there.
  template <class T>
  Matrix<T> moved(Matrix<T> rows) const {
    const std::size_t width = rows.cols();
    Matrix<T> out(arriving_, width);
    if (width == 0) return out;
    std::vector<std::size_t> next = begins_;
    exchange_in_turns<T>(
        run_, largest(to_), at_once(width * sizeof(T)),
        [&](std::size_t begin, std::size_t end, std::vector<std::vector<T>>& parts) {
          for (std::size_t r = 0; r < to_.size(); ++r) {
            const auto some = some_of(to_[r], begin, end);
            parts[r].resize(some.size() * width);
            for (std::size_t i = 0; i < some.size(); ++i)
              std::ranges::copy(rows.row(some[i]), parts[r].data() + i * width);
          }
        },
        [&](const std::vector<std::vector<T>>& received) {
          for (std::size_t r = 0; r < received.size(); ++r) {
            if (received[r].empty()) continue;
            std::ranges::copy(received[r], out.row(next[r]).data());
            next[r] += received[r].size() / width;
          }
        });
    return out;
  }

  std::vector<NodeId> moved(std::vector<NodeId> ids) const {
    const std::size_t rows = ids.size();
    const Matrix<NodeId> out = moved(Matrix<NodeId>(rows, 1, std::move(ids)));
    return {out.values().begin(), out.values().end()};
  }

 private:
  std::size_t at_once(std::size_t bytes) const {
    return std::max<std::size_t>(64, kBytesUnderWay / to_.size() / bytes);
  }

  std::vector<std::vector<NodeId>> to_;
  std::vector<std::size_t> begins_;  // of those that come from a process
  std::size_t arriving_ = 0;
  const RunContext& run_;
};

template <class T>
std::vector<std::vector<NodeId>> cut_points(const Bucket<T>& bucket, const RandomStream& stream,
                                            const RunContext& run) {
  Part all{0, static_cast<std::size_t>(processes_of(run).count())};
  for (NodeId row = 0; row < bucket.points.rows(); ++row) all.rows.push_back(row);
  std::vector<Part> parts = {std::move(all)};
  const Cutter<T> cutter(bucket, run);
  for (std::uint64_t level = 0; !std::ranges::all_of(parts, &Part::whole); ++level)
    parts = cutter.cut(std::move(parts), stream.at(level));
  std::vector<std::vector<NodeId>> rows(parts.size());
  std::ranges::transform(parts, rows.begin(), [](Part& part) { return std::move(part.rows); });
  return rows;
}

// Row i of what comes back is row `from[i]`. Cycle by cycle, in place.
template <class T>
void reorder_rows(Matrix<T>& rows, std::vector<NodeId> from) {
  std::vector<T> first(rows.cols());
  for (NodeId begin = 0; begin < from.size(); ++begin) {
    if (from[begin] == begin) continue;
    std::ranges::copy(rows.row(begin), first.begin());
    NodeId to = begin;
    while (from[to] != begin) {
      std::ranges::copy(rows.row(from[to]), rows.row(to).begin());
      to = std::exchange(from[to], to);
    }
    std::ranges::copy(first, rows.row(to).begin());
    from[to] = to;
  }
}

}  // namespace

template <class T>
Bucket<T> own_bucket(const Matrix<T>& points, const RunContext& run) {
  Bucket<T> bucket{.ids = std::vector<NodeId>(points.rows()), .points = points};
  std::iota(bucket.ids.begin(), bucket.ids.end(), static_cast<NodeId>(first_row(run)));
  return bucket;
}

template <class T>
Bucket<T> regrouped(Bucket<T> bucket, const RandomStream& stream, const RunContext& run) {
  const Route route(cut_points(bucket, stream, run), run);
  bucket.ids = route.moved(std::move(bucket.ids));
  bucket.points = route.moved(std::move(bucket.points));
  if (bucket.lists.ids.cols() == 0) return bucket;
  bucket.lists.ids = route.moved(std::move(bucket.lists.ids));
  bucket.lists.distances = route.moved(std::move(bucket.lists.distances));
  return bucket;
}

template <class T>
KnnLists sent_home(Bucket<T> bucket, const RunContext& run) {
  const Processes& processes = processes_of(run);
  bucket.points = {};
  std::vector<std::vector<NodeId>> owners(static_cast<std::size_t>(processes.count()));
  for (NodeId row = 0; row < bucket.ids.size(); ++row)
    owners[static_cast<std::size_t>(processes.owner_of(bucket.ids[row]))].push_back(row);
  const Route route(std::move(owners), run);
  bucket.ids = route.moved(std::move(bucket.ids));
  std::vector<NodeId> from(bucket.ids.size());
  for (NodeId row = 0; row < bucket.ids.size(); ++row) from[bucket.ids[row] - first_row(run)] = row;
  KnnLists lists = std::move(bucket.lists);
  lists.ids = route.moved(std::move(lists.ids));
  reorder_rows(lists.ids, from);
  lists.distances = route.moved(std::move(lists.distances));
  reorder_rows(lists.distances, std::move(from));
  return lists;
}

template Bucket<float> own_bucket(const Matrix<float>&, const RunContext&);
template Bucket<double> own_bucket(const Matrix<double>&, const RunContext&);
template Bucket<float> regrouped(Bucket<float>, const RandomStream&, const RunContext&);
template Bucket<double> regrouped(Bucket<double>, const RandomStream&, const RunContext&);
template KnnLists sent_home(Bucket<float>, const RunContext&);
template KnnLists sent_home(Bucket<double>, const RunContext&);

}  // namespace cgsd
