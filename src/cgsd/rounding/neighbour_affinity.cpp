#include "cgsd/rounding/neighbour_affinity.hpp"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/ranks.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kGateRows = 1024;

// log of the rank, as a share of all, that Forman's curvature 4 − d_u − d_v of an entry has, by the sum of the degrees.
// Sums are few, so counting them takes the place of sorting all entries.
std::vector<double> log_rank_shares(GraphView graph) {
  std::vector<std::uint64_t> count;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      const auto sum = static_cast<std::size_t>(graph.degree(u) + graph.degree(v));
      if (sum >= count.size()) count.resize(sum + 1, 0);
      ++count[sum];
    }
  }
  std::vector<double> log_share(count.size(), 0.0);
  std::uint64_t lower = 0;  // entries of a larger sum have the lower curvature
  for (std::size_t sum = count.size(); sum-- > 0;) {
    if (count[sum] == 0) continue;
    const double rank = mid_rank(static_cast<double>(lower), static_cast<double>(count[sum]));
    log_share[sum] = std::log(rank / static_cast<double>(graph.entries()));
    lower += count[sum];
  }
  return log_share;
}

// Hubs' edges come last.
void weigh_by_rank(Affinity& affinity, const RunContext& run) {
  const GraphView graph = affinity.graph;
  const std::vector<double> log_share = log_rank_shares(graph);
  parallel_for(run, graph.nodes(), kGateRows, [&](std::size_t begin, std::size_t end) {
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
        affinity.log_weight[i] += log_share[graph.degree(u) + graph.degree(graph.targets()[i])];
    }
  });
}

}  // namespace

Affinity self_tuned_neighbours(const Matrix<float>& embedding, const KnnOptions& knn, const SelfTuningOptions& options,
                               const RunContext& run) {
  const KnnLists lists = nearest_neighbours(embedding, knn, run.stage("neighbours"));
  const Stage stage = run.stage("affinity");
  Affinity affinity =
      self_tuning_affinity(knn_graph(lists, stage), {lists.ids, lists.distances}, options.scale_neighbour, stage);
  if (options.gate == NeighbourGate::rank) weigh_by_rank(affinity, stage);
  return affinity;
}

Affinity curved_neighbours(const Matrix<float>& embedding, const CurvedGraph& original, const KnnOptions& knn,
                           const CurvatureAffinityOptions& options, const RunContext& run) {
  const KnnLists lists = nearest_neighbours(embedding, knn, run.stage("neighbours"));
  const Stage stage = run.stage("affinity");
  return curvature_affinity(knn_graph(lists, stage), embedding, original, options, stage);
}

}  // namespace cgsd
