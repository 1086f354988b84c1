#include "cgsd/neighbours/buckets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

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
  std::vector<NodeId> rows;  // of this process
  std::size_t middle() const { return (first + last) / 2; }
  bool whole() const { return last - first == 1; }
};

template <class T>
class Cutter {
 public:
  Cutter(const Matrix<T>& points, const RunContext& run) : points_(points), run_(run), first_(first_row(run)) {}

  // One level: every part that is not whole becomes two.
  std::vector<Part> cut(std::vector<Part> parts, const RandomStream& stream) const {
    std::vector<double> sizes;
    for (const Part& part : parts) sizes.push_back(static_cast<double>(part.rows.size()));
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
        keys[i] = std::uint64_t{rising(static_cast<float>(place))} << 32U | (first_ + part.rows[i]);
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
  const RunContext& run_;
  std::uint64_t first_;
};

constexpr std::size_t kRowsUnderWay = 16'384;

std::size_t rows_at_once(const RunContext& run) {
  return std::max<std::size_t>(64, kRowsUnderWay / static_cast<std::size_t>(processes_of(run).count()));
}

std::size_t largest(const std::vector<std::vector<NodeId>>& parts) {
  return parts.empty() ? 0 : std::ranges::max(parts, {}, &std::vector<NodeId>::size).size();
}

std::span<const NodeId> some_of(std::span<const NodeId> rows, std::size_t begin, std::size_t end) {
  begin = std::min(begin, rows.size());
  return rows.subspan(begin, std::min(end, rows.size()) - begin);
}

template <class T>
std::vector<Part> cut_points(const Matrix<T>& points, const RandomStream& stream, const RunContext& run) {
  Part all{0, static_cast<std::size_t>(processes_of(run).count()), {}};
  for (NodeId row = 0; row < points.rows(); ++row) all.rows.push_back(row);
  std::vector<Part> parts = {std::move(all)};
  const Cutter<T> cutter(points, run);
  for (std::uint64_t level = 0; !std::ranges::all_of(parts, &Part::whole); ++level)
    parts = cutter.cut(std::move(parts), stream.at(level));
  return parts;
}

}  // namespace

template <class T>
Buckets<T>::Buckets(const Matrix<T>& points, const RandomStream& stream, const RunContext& run) {
  const auto first = static_cast<NodeId>(first_row(run));
  std::vector<std::vector<NodeId>> ids;
  for (Part& part : cut_points(points, stream, run)) {
    ids.emplace_back();
    for (const NodeId row : part.rows) ids.back().push_back(first + row);
    sent_.push_back(std::move(part.rows));
  }
  std::vector<std::size_t> next;  // where the next point of each process goes
  for (const auto& from : exchanged(run, std::move(ids))) {
    received_.push_back(from.size());
    next.push_back(own_.ids.size());
    own_.ids.insert(own_.ids.end(), from.begin(), from.end());
  }
  own_.points = Matrix<T>(own_.ids.size(), points.cols());
  exchange_in_turns<T>(
      run, largest(sent_), rows_at_once(run),
      [&](std::size_t begin, std::size_t end, std::vector<std::vector<T>>& parts) {
        for (std::size_t r = 0; r < sent_.size(); ++r) {
          for (const NodeId row : some_of(sent_[r], begin, end))
            parts[r].insert(parts[r].end(), points.row(row).begin(), points.row(row).end());
        }
      },
      [&](const std::vector<std::vector<T>>& received) {
        for (std::size_t r = 0; r < received.size(); ++r) {
          if (received[r].empty()) continue;
          std::ranges::copy(received[r], own_.points.row(next[r]).data());
          next[r] += received[r].size() / points.cols();
        }
      });
}

// Ids and distances are sent side by side: a pair of both would be a third larger.
template <class T>
void Buckets<T>::sent_home(const KnnLists& found, const RunContext& run, const Take& take) const {
  const std::size_t k = found.ids.cols();
  const std::size_t at_once = rows_at_once(run);
  const auto most = static_cast<std::size_t>(largest_over_processes(
      run, static_cast<double>(std::max(largest(sent_), received_.empty() ? 0 : std::ranges::max(received_)))));
  std::vector<Neighbour> list;
  for (std::size_t begin = 0; begin < most; begin += at_once) {
    std::vector<std::vector<NodeId>> ids;
    std::vector<std::vector<double>> distances;
    std::size_t first = 0;  // of the points that came from a process
    for (const std::size_t count : received_) {
      const std::size_t low = std::min(begin, count);
      const std::size_t high = std::min(begin + at_once, count);
      const auto part = [&](const auto& values) { return values.subspan((first + low) * k, (high - low) * k); };
      ids.emplace_back(part(found.ids.values()).begin(), part(found.ids.values()).end());
      distances.emplace_back(part(found.distances.values()).begin(), part(found.distances.values()).end());
      first += count;
    }
    const auto home_ids = exchanged(run, std::move(ids));
    const auto home_distances = exchanged(run, std::move(distances));
    for (std::size_t r = 0; r < sent_.size(); ++r) {
      const auto rows = some_of(sent_[r], begin, begin + at_once);
      const std::size_t length = rows.empty() ? 0 : home_ids[r].size() / rows.size();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        list.clear();
        for (std::size_t j = i * length; j < (i + 1) * length; ++j)
          list.push_back({home_distances[r][j], home_ids[r][j]});
        take(rows[i], list);
      }
    }
  }
}

template class Buckets<float>;
template class Buckets<double>;

}  // namespace cgsd
