#include "cgsd/rounding/neighbour_affinity.hpp"

#include <utility>

#include "cgsd/core/ranks.hpp"
#include "cgsd/curvature/forman.hpp"

namespace cgsd {
namespace {

// The rank of an edge by its curvature, as a share of all, in (0, 1]: hubs' edges come last.
std::vector<double> rank_gate(const Graph& graph, const RunContext& run) {
  std::vector<double> gate = mid_ranks(forman_curvature(graph, run), run);
  for (double& g : gate) g /= static_cast<double>(gate.size());
  return gate;
}

}  // namespace

Affinity self_tuned_neighbours(const Matrix<float>& embedding, const KnnOptions& knn, const SelfTuningOptions& options,
                               const RunContext& run) {
  const KnnLists lists = nearest_neighbours(embedding, knn, run.stage("neighbours"));
  const Stage stage = run.stage("affinity");
  Affinity affinity =
      self_tuning_affinity(knn_graph(lists, stage), {lists.ids, lists.distances}, options.scale_neighbour, stage);
  if (options.gate == NeighbourGate::rank) weigh_entries(affinity, rank_gate(affinity.graph, stage), stage);
  return affinity;
}

Affinity curved_neighbours(const Matrix<float>& embedding, const CurvedGraph& original, const KnnOptions& knn,
                           const CurvatureAffinityOptions& options, const RunContext& run) {
  const KnnLists lists = nearest_neighbours(embedding, knn, run.stage("neighbours"));
  const Stage stage = run.stage("affinity");
  return curvature_affinity(knn_graph(lists, stage), embedding, original, options, stage);
}

}  // namespace cgsd
