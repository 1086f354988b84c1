#include "cgsd/rounding/smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowBlock = 256;

constexpr EntryIndex kAheadOfUse = 8;

// Rows come from anywhere in memory: asked for some entries ahead, they arrive in time.
void fetch_row(const float* row, std::size_t columns) {
  const char* const first = reinterpret_cast<const char*>(row);
  for (std::size_t byte = 0; byte < columns * sizeof(float); byte += 64) __builtin_prefetch(first + byte);
}

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

// Some columns of one step: to ← P points.
void walk_columns(GraphView graph, const Walk& walk, const ReachedColumns<float>& reached,
                  std::pair<float*, std::size_t> to_columns, std::size_t stride, const RunContext& run) {
  float* const first = to_columns.first;
  const std::size_t columns = to_columns.second;
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    Walk::Room room;
    for (std::size_t u = begin; u < end; ++u) {
      float* const to = first + u * stride;
      const float* const own = reached.row(u);
      const auto [stay, entry] = walk.row(u, room);
      for (std::size_t j = 0; j < columns; ++j) to[j] = stay * own[j];
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) {
        fetch_row(reached.row(graph.targets()[std::min(i + kAheadOfUse, graph.entries() - 1)]), columns);
        const float* const from = reached.row(graph.targets()[i]);
        const float weight = entry[i - graph.offsets()[u]];
        for (std::size_t j = 0; j < columns; ++j) to[j] += weight * from[j];
      }
    }
  });
}

}  // namespace

Matrix<float> smoothed(Matrix<float> points, const Affinity& affinity, std::int32_t steps, const RunContext& run) {
  const GraphView graph = affinity.graph;
  const Walk walk(affinity, steps > kFewSteps, run);
  Matrix<float> next(points.rows(), points.cols());
  std::vector<float> room;
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
