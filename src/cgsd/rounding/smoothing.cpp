#include "cgsd/rounding/smoothing.hpp"

#include <algorithm>
#include <cmath>
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

// P without its diagonal, one value per entry, and the diagonal.
struct Walk {
  std::vector<float> entry;
  std::vector<float> stay;
};

Walk walk_of(const Affinity& affinity, const RunContext& run) {
  const GraphView graph = affinity.graph;
  Walk walk{std::vector<float>(graph.entries()), std::vector<float>(graph.nodes(), 1.0F)};
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const EntryIndex first = graph.offsets()[u];
      const EntryIndex last = graph.offsets()[u + 1];
      if (first == last) continue;
      double largest = affinity.log_weight[first];
      for (EntryIndex i = first; i < last; ++i) largest = std::max(largest, affinity.log_weight[i]);
      double sum = 1.0;  // the diagonal: the row's largest weight in units of itself
      for (EntryIndex i = first; i < last; ++i) sum += std::exp(affinity.log_weight[i] - largest);
      for (EntryIndex i = first; i < last; ++i)
        walk.entry[i] = static_cast<float>(std::exp(affinity.log_weight[i] - largest) / sum);
      walk.stay[u] = static_cast<float>(1.0 / sum);
    }
  });
  return walk;
}

// Some columns of one step: to ← P points.
void walk_columns(GraphView graph, const Walk& walk, const ReachedColumns<float>& reached,
                  std::pair<float*, std::size_t> to_columns, std::size_t stride, const RunContext& run) {
  const auto [first, columns] = to_columns;
  parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      float* const to = first + u * stride;
      const float* const own = reached.row(u);
      const float stay = walk.stay[u];
      for (std::size_t j = 0; j < columns; ++j) to[j] = stay * own[j];
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) {
        fetch_row(reached.row(graph.targets()[std::min(i + kAheadOfUse, graph.entries() - 1)]), columns);
        const float* const from = reached.row(graph.targets()[i]);
        const float weight = walk.entry[i];
        for (std::size_t j = 0; j < columns; ++j) to[j] += weight * from[j];
      }
    }
  });
}

}  // namespace

Matrix<float> smoothed(Matrix<float> points, const Affinity& affinity, std::int32_t steps, const RunContext& run) {
  const GraphView graph = affinity.graph;
  const Walk walk = walk_of(affinity, run);
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
