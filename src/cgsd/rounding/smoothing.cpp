#include "cgsd/rounding/smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/fetch_ahead.hpp"
#include "cgsd/matrix/gather.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowBlock = 256;

constexpr std::int32_t kFewSteps = 3;  // for which P is computed again in every one of them: no 4 bytes an entry

// P without its diagonal, one value per entry, and the diagonal.
class Walk {
 public:
  Walk(const Affinity& affinity, bool kept, const RunContext& run) : affinity_(affinity) {
    if (!kept) return;
    entry_.resize(affinity.graph.entries());
    stay_.assign(affinity.graph.nodes(), 1.0F);
    parallel_for(run, stay_.size(), kRowBlock, [&](std::size_t begin, std::size_t end) {
      Room room;
      for (std::size_t u = begin; u < end; ++u) {
        const Row row = computed(u, room);
        stay_[u] = row.stay;
        std::ranges::copy(row.entry, entry_.begin() + static_cast<std::ptrdiff_t>(offsets()[u]));
      }
    });
  }

  struct Row {
    float stay;
    std::span<const float> entry;
  };
  struct Room {
    std::vector<double> weight;
    std::vector<float> entry;
  };

  Row row(std::size_t u, Room& room) const {
    if (entry_.empty()) return computed(u, room);
    return {stay_[u], std::span(entry_).subspan(offsets()[u], offsets()[u + 1] - offsets()[u])};
  }

 private:
  std::span<const EntryIndex> offsets() const { return affinity_.graph.offsets(); }

  // In units of the row's largest weight, which is the diagonal's too.
  Row computed(std::size_t u, Room& room) const {
    const auto logs =
        std::span<const double>(affinity_.log_weight).subspan(offsets()[u], offsets()[u + 1] - offsets()[u]);
    room.weight.resize(logs.size());
    room.entry.resize(logs.size());
    if (logs.empty()) return {1.0F, room.entry};
    const double largest = std::ranges::max(logs);
    double sum = 1.0;
    for (std::size_t i = 0; i < logs.size(); ++i) sum += room.weight[i] = std::exp(logs[i] - largest);
    for (std::size_t i = 0; i < logs.size(); ++i) room.entry[i] = static_cast<float>(room.weight[i] / sum);
    return {static_cast<float>(1.0 / sum), room.entry};
  }

  const Affinity& affinity_;
  std::vector<float> entry_;  // empty: computed as they are needed
  std::vector<float> stay_;
};

// One row of a step.
struct RowOfStep {
  std::span<const NodeId> targets;  // of its entries
  Walk::Row weights;
  const float* own;
  float* to;
};

using Lanes = ProcessorVector<float>::Type;
constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(float);
constexpr std::size_t kMostVectors = 4;  // of sums

Lanes lanes_at(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

// The columns of `Count` vectors from `first` on, in registers while entries are added.
template <std::size_t Count>
void walk_vectors(const RowOfStep& row, const ReachedColumns<float>& reached, std::size_t first) {
  Lanes sum[Count];
#pragma GCC unroll 4
  for (std::size_t l = 0; l < Count; ++l) sum[l] = row.weights.stay * lanes_at(row.own + first + l * kLanes);
  for (std::size_t i = 0; i < row.targets.size(); ++i) {
    const float* const from = reached.row(row.targets[i]) + first;
    const float weight = row.weights.entry[i];
#pragma GCC unroll 4
    for (std::size_t l = 0; l < Count; ++l) sum[l] += weight * lanes_at(from + l * kLanes);
  }
#pragma GCC unroll 4
  for (std::size_t l = 0; l < Count; ++l) std::memcpy(row.to + first + l * kLanes, &sum[l], sizeof sum[l]);
}

void walk_few_columns(const RowOfStep& row, const ReachedColumns<float>& reached, std::size_t columns) {
  for (std::size_t j = 0; j < columns; ++j) row.to[j] = row.weights.stay * row.own[j];
  for (std::size_t i = 0; i < row.targets.size(); ++i) {
    const float* const from = reached.row(row.targets[i]);
    for (std::size_t j = 0; j < columns; ++j) row.to[j] += row.weights.entry[i] * from[j];
  }
}

// If columns do not fill the last vector, it begins earlier: what it shares with the one before is computed twice, to
// the same bits.
void walk_row(const RowOfStep& row, const ReachedColumns<float>& reached, std::size_t columns) {
  if (columns < kLanes) return walk_few_columns(row, reached, columns);
  std::size_t first = 0;
  for (; first + kMostVectors * kLanes <= columns; first += kMostVectors * kLanes)
    walk_vectors<kMostVectors>(row, reached, first);
  for (; first + 2 * kLanes <= columns; first += 2 * kLanes) walk_vectors<2>(row, reached, first);
  for (; first < columns; first += kLanes) walk_vectors<1>(row, reached, std::min(first, columns - kLanes));
}

// Some columns of one step: to ← P points.
void walk_columns(GraphView graph, const Walk& walk, const ReachedColumns<float>& reached,
                  std::pair<float*, std::size_t> to_columns, std::size_t stride, const RunContext& run) {
  float* const first = to_columns.first;
  const std::size_t columns = to_columns.second;
  const std::span<const NodeId> targets = graph.targets();
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    Walk::Room room;
    for (std::size_t u = begin; u < end; ++u) {
      const EntryIndex next = graph.offsets()[u + 1];
      const EntryIndex after = graph.offsets()[std::min(u + 2, graph.offsets().size() - 1)];
      for (EntryIndex i = next; i < after; ++i) fetch_ahead(reached.row(targets[i]), columns * sizeof(float));
      const auto own_targets = targets.subspan(graph.offsets()[u], next - graph.offsets()[u]);
      walk_row({own_targets, walk.row(u, room), reached.row(u), first + u * stride}, reached, columns);
    }
  });
}

}  // namespace

Matrix<float> smoothed(Matrix<float> points, const Affinity& affinity, std::int32_t steps, const RunContext& run) {
  const GraphView graph = affinity.graph;
  const Walk walk(affinity, steps > kFewSteps, run);
  Matrix<float> next(points.rows(), points.cols());
  GhostRoom<float> room;
  const std::size_t width = points.cols();
  const std::size_t most = columns_at_a_time<float>(graph, width, run);
  for (std::int32_t step = 0; step < steps; ++step) {
    for (std::size_t first = 0; first < width; first += most) {
      const std::size_t columns = std::min(most, width - first);
      const auto reached = columns_with_ghosts(graph, MatrixView<float>(points), {first, columns}, room, run);
      walk_columns(graph, walk, reached, {next.data() + first, columns}, width, run);
    }
    std::swap(points, next);
  }
  return points;
}

}  // namespace cgsd
