#include "cgsd/curvature/forman.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "cgsd/core/error.hpp"
#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/curvature/scratch_block.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

EntryIndex largest_degree(GraphView graph, const RunContext& run) {
  std::vector<EntryIndex> largest((graph.nodes() + kCurvatureRows - 1) / kCurvatureRows, 0);
  parallel_for(run, graph.nodes(), kCurvatureRows, [&](std::size_t begin, std::size_t end) {
    EntryIndex here = 0;
    for (std::size_t u = begin; u < end; ++u) here = std::max(here, graph.offsets()[u + 1] - graph.offsets()[u]);
    largest[begin / kCurvatureRows] = here;
  });
  const EntryIndex here = largest.empty() ? 0 : *std::max_element(largest.begin(), largest.end());
  return static_cast<EntryIndex>(largest_over_processes(run, static_cast<double>(here)));
}

template <class Degree>
struct DegreeTable {
  GraphView graph;
  std::span<const Degree> of_node;  // own ones and ghosts
};

// κ of the entries in rows [begin, end). Targets come in any order, and it is the look-ups of their degrees that limit
// the sweep: the smaller the table, the more of it stays in a core's own cache.
template <class Sum, class Degree>
void sweep_rows(const DegreeTable<Degree>& degrees, std::span<double> curvature, std::size_t begin, std::size_t end) {
  const auto targets = degrees.graph.targets();
  const auto offsets = degrees.graph.offsets();
  const Degree* degree = degrees.of_node.data();
  for (std::size_t u = begin; u < end; ++u) {
    const Sum own = 4 - static_cast<Sum>(degree[u]);
    for (EntryIndex i = offsets[u]; i < offsets[u + 1]; ++i) {
      curvature[i] = static_cast<double>(own - static_cast<Sum>(degree[targets[i]]));
    }
  }
}

template <class Degree, class Sum>
void sweep(GraphView graph, std::span<double> curvature, const RunContext& run) {
  std::vector<Degree> own(graph.nodes());
  parallel_for(run, graph.nodes(), kCurvatureRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      own[u] = static_cast<Degree>(graph.degree(static_cast<NodeId>(u)));
    }
  });
  std::vector<Degree> room;
  const DegreeTable<Degree> degrees{graph, with_ghosts(graph, own, room, run)};
  parallel_for(run, graph.nodes(), kCurvatureRows,
               [&](std::size_t begin, std::size_t end) { sweep_rows<Sum>(degrees, curvature, begin, end); });
}

}  // namespace

void fill_forman_curvature(GraphView graph, std::span<double> curvature, const RunContext& run) {
  if (curvature.size() != graph.entries()) throw InvalidArgument("curvature: room for one value per entry is needed");
  const EntryIndex largest = largest_degree(graph, run);
  if (largest <= std::numeric_limits<std::uint16_t>::max()) {
    sweep<std::uint16_t, std::int32_t>(graph, curvature, run);
  } else if (largest <= std::numeric_limits<std::uint32_t>::max()) {
    sweep<std::uint32_t, std::int64_t>(graph, curvature, run);
  } else {
    sweep<std::uint64_t, std::int64_t>(graph, curvature, run);
  }
}

std::vector<double> forman_curvature(GraphView graph, const RunContext& run) {
  auto curvature = large_vector<double>(graph.entries());
  fill_forman_curvature(graph, curvature, run);
  return curvature;
}

}  // namespace cgsd
