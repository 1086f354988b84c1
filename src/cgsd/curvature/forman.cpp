#include "cgsd/curvature/forman.hpp"

#include "cgsd/core/parallel.hpp"

namespace cgsd {

std::vector<double> forman_curvature(const Graph& graph, const RunContext& run) {
  std::vector<double> curvature(graph.entries());
  parallel_for(run, graph.nodes(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const double own = 4.0 - static_cast<double>(graph.degree(static_cast<NodeId>(u)));
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) {
        curvature[i] = own - static_cast<double>(graph.degree(graph.targets()[i]));
      }
    }
  });
  return curvature;
}

}  // namespace cgsd
