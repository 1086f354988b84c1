#include "cgsd/curvature/augmented_forman.hpp"

#include "cgsd/core/parallel.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/curvature/requirements.hpp"
#include "cgsd/curvature/triangles.hpp"

namespace cgsd {

std::vector<double> augmented_forman_curvature(GraphView graph, const RunContext& run) {
  require_undirected(graph, "augmented_forman");
  const std::vector<std::uint32_t> triangles = triangles_per_entry(graph, run);
  std::vector<double> curvature = forman_curvature(graph, run);
  parallel_for(run, curvature.size(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) curvature[i] += 3.0 * triangles[i];
  });
  return curvature;
}

}  // namespace cgsd
