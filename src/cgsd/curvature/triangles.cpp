#include "cgsd/curvature/triangles.hpp"

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/curvature/requirements.hpp"
#include "cgsd/curvature/scratch_block.hpp"

namespace cgsd {
namespace {

bool comes_before(GraphView graph, NodeId v, NodeId u) {
  return graph.degree(v) != graph.degree(u) ? graph.degree(v) < graph.degree(u) : v < u;
}

}  // namespace

std::vector<std::uint32_t> triangles_per_entry(GraphView graph, const RunContext& run) {
  require_undirected(graph, "triangles");
  auto triangles = large_vector<std::uint32_t>(graph.entries());
  parallel_for(run, graph.nodes(), scratch_block(graph.nodes(), 64), [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint8_t> marked(graph.nodes(), 0);
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
      run.check_stop();
      for (const NodeId w : graph.neighbours(u)) marked[w] = 1;
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
        const NodeId v = graph.targets()[i];
        if (!comes_before(graph, v, u)) continue;
        std::uint32_t common = 0;
        for (const NodeId w : graph.neighbours(v)) common += marked[w];
        triangles[i] = common;
        triangles[find_entry(graph, v, u)] = common;
      }
      for (const NodeId w : graph.neighbours(u)) marked[w] = 0;
    }
  });
  return triangles;
}

}  // namespace cgsd
