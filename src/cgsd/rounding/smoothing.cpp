#include "cgsd/rounding/smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowBlock = 256;

constexpr EntryIndex kAheadOfUse = 8;

// Rows come from anywhere in memory: asked for some entries ahead, they arrive in time.
void fetch_row(MatrixView<float> points, NodeId row) {
  const char* const first = reinterpret_cast<const char*>(points.row(row).data());
  for (std::size_t byte = 0; byte < points.cols() * sizeof(float); byte += 64) __builtin_prefetch(first + byte);
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

}  // namespace

Matrix<float> smoothed(Matrix<float> points, const Affinity& affinity, std::int32_t steps, const RunContext& run) {
  const GraphView graph = affinity.graph;
  const Walk walk = walk_of(affinity, run);
  Matrix<float> next(points.rows(), points.cols());
  std::vector<float> room;
  for (std::int32_t step = 0; step < steps; ++step) {
    const MatrixView<float> reached = with_ghosts(graph, MatrixView<float>(points), room, run);
    parallel_for(run, graph.nodes(), kRowBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u) {
        const auto to = next.row(u);
        const auto own = points.row(u);
        const float stay = walk.stay[u];
        for (std::size_t j = 0; j < to.size(); ++j) to[j] = stay * own[j];
        for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) {
          fetch_row(reached, graph.targets()[std::min(i + kAheadOfUse, graph.entries() - 1)]);
          const float* const from = reached.row(graph.targets()[i]).data();
          const float weight = walk.entry[i];
          for (std::size_t j = 0; j < to.size(); ++j) to[j] += weight * from[j];
        }
      }
    });
    std::swap(points, next);
  }
  return points;
}

}  // namespace cgsd
