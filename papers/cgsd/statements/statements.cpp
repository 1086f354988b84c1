#include "papers/cgsd/statements/statements.hpp"

#include <utility>
#include <vector>

#include "cgsd/curvature/forman.hpp"

namespace cgsd {
namespace {

ValueCounts edge_counts(GraphView graph, std::span<const double> curvature) {
  std::vector<double> values;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (u < graph.targets()[i]) values.push_back(curvature[i]);
    }
  }
  return count_values(std::move(values));
}

}  // namespace

Statements evaluate_statements(GraphView graph, std::span<const std::int32_t> community_of, const RunContext& run) {
  const std::vector<double> kappa = forman_curvature(graph, run);
  const PartitionedGraph parts = partitioned_graph(graph, kappa, community_of, run);
  const SplitCurvature split = split_curvature(parts);
  const ValueCounts edges = edge_counts(graph, kappa);
  return {.bounds = curvature_bounds(graph, edges),
          .contraction = gate_contraction(parts, split, run.stage("contraction")),
          .tails = curvature_tails(split),
          .modularity = gated_modularity(parts, split, run),
          .gap = block_model_gap(parts),
          .soft_rank = soft_rank(edges)};
}

}  // namespace cgsd
