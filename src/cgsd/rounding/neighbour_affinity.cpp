#include "cgsd/rounding/neighbour_affinity.hpp"

#include <utility>

#include "cgsd/core/ranks.hpp"
#include "cgsd/curvature/forman.hpp"

namespace cgsd {
Affinity self_tuned_neighbours(const Matrix<float>& embedding, const KnnOptions& knn, const SelfTuningOptions& options,
                               const RunContext& run) {
  const KnnLists lists = nearest_neighbours(embedding, knn, run.stage("neighbours"));
  const Stage stage = run.stage("affinity");
  Affinity affinity =
      self_tuning_affinity(knn_graph(lists, stage), {lists.ids, lists.distances}, options.scale_neighbour, stage);
  if (options.gate == NeighbourGate::rank)  // hubs' edges come last
    weigh_entries(affinity, rank_shares(forman_curvature(affinity.graph, stage), stage), stage);
  return affinity;
}

Affinity curved_neighbours(const Matrix<float>& embedding, const CurvedGraph& original, const KnnOptions& knn,
                           const CurvatureAffinityOptions& options, const RunContext& run) {
  const KnnLists lists = nearest_neighbours(embedding, knn, run.stage("neighbours"));
  const Stage stage = run.stage("affinity");
  return curvature_affinity(knn_graph(lists, stage), embedding, original, options, stage);
}

}  // namespace cgsd
