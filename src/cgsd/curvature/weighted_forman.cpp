#include "cgsd/curvature/weighted_forman.hpp"

#include <cmath>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/curvature/requirements.hpp"
#include "cgsd/curvature/scratch_block.hpp"

namespace cgsd {
namespace {}

std::vector<double> weighted_forman_curvature(GraphView graph, const RunContext& run) {
  require_undirected(graph, "weighted_forman");
  require_positive_weights(graph, "weighted_forman");
  if (!graph.weighted()) return forman_curvature(graph, run);

  const auto offsets = graph.offsets();
  const auto weights = graph.weights();
  auto sum = large_vector<double>(graph.nodes());  // S_x
  parallel_for(run, graph.nodes(), kCurvatureRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t x = begin; x < end; ++x) {
      for (EntryIndex i = offsets[x]; i < offsets[x + 1]; ++i) sum[x] += 1.0 / std::sqrt(weights[i]);
    }
  });
  auto curvature = large_vector<double>(graph.entries());
  parallel_for(run, graph.nodes(), kCurvatureRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      for (EntryIndex i = offsets[u]; i < offsets[u + 1]; ++i) {
        curvature[i] = 4.0 - std::sqrt(weights[i]) * (sum[u] + sum[graph.targets()[i]]);
      }
    }
  });
  return curvature;
}

}  // namespace cgsd
