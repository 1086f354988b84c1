#include "cgsd/rounding/neighbour_affinity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/ranks.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/neighbours/shared_neighbours.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kGateRows = 1024;

// How many entries have each sum of the degrees of their ends. Sums are few, so counting them takes the place of sorting
// all entries.
std::vector<double> entries_by_degree_sum(GraphView graph, std::span<const double> degree, const RunContext& run) {
  constexpr std::size_t kParts = 64;
  const std::size_t nodes = graph.nodes();
  std::vector<std::vector<double>> parts(kParts);
  parallel_for(run, kParts, 1, [&](std::size_t part, std::size_t) {
    std::vector<double>& count = parts[part];
    for (auto u = static_cast<NodeId>(part * nodes / kParts); u < (part + 1) * nodes / kParts; ++u) {
      for (const NodeId v : graph.neighbours(u)) {
        const auto sum = static_cast<std::size_t>(degree[u] + degree[v]);
        if (sum >= count.size()) count.resize(sum + 1, 0.0);
        count[sum] += 1.0;
      }
    }
  });
  std::vector<double> total;
  for (const std::vector<double>& count : parts) {
    total.resize(std::max(total.size(), count.size()), 0.0);
    for (std::size_t sum = 0; sum < count.size(); ++sum) total[sum] += count[sum];
  }
  return total;
}

// log of the rank, as a share of all, that Forman's curvature 4 − d_u − d_v of an entry has, by the sum of the degrees.
std::vector<double> log_rank_shares(GraphView graph, std::span<const double> degree, const RunContext& run) {
  std::vector<double> count = entries_by_degree_sum(graph, degree, run);
  count.resize(static_cast<std::size_t>(largest_over_processes(run, static_cast<double>(count.size()))), 0.0);
  sum_over_processes(run, count);
  const auto entries = static_cast<double>(entries_of_all(graph, run));
  std::vector<double> log_share(count.size(), 0.0);
  double lower = 0.0;  // entries of a larger sum have the lower curvature
  for (std::size_t sum = count.size(); sum-- > 0;) {
    if (count[sum] == 0.0) continue;
    const double rank = mid_rank(lower, count[sum]);
    log_share[sum] = std::log(rank / entries);
    lower += count[sum];
  }
  return log_share;
}

// Hubs' edges come last.
void weigh_by_rank(Affinity& affinity, const RunContext& run) {
  const GraphView graph = affinity.graph;
  std::vector<double> own;
  for (NodeId u = 0; u < graph.nodes(); ++u) own.push_back(static_cast<double>(graph.degree(u)));
  std::vector<double> room;
  const std::span<const double> degree = with_ghosts(graph, own, room, run);
  const std::vector<double> log_share = log_rank_shares(graph, degree, run);
  parallel_for(run, graph.nodes(), kGateRows, [&](std::size_t begin, std::size_t end) {
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
        affinity.log_weight[i] += log_share[static_cast<std::size_t>(degree[u] + degree[graph.targets()[i]])];
    }
  });
}

}  // namespace

Affinity self_tuned_neighbours(const Matrix<float>& embedding, const KnnOptions& knn, const SelfTuningOptions& options,
                               const RunContext& run) {
  const KnnLists lists = nearest_neighbours(embedding, knn, run.stage("neighbours"));
  const Stage stage = run.stage("affinity");
  KnnRows rows = knn_rows(lists, stage);
  std::vector<double> distances;  // one process looks them up in the lists
  if (several(stage)) distances = pair_distances(lists, rows, stage);
  TableGraph graph(processes_of(stage).share(std::move(rows.offsets), std::move(rows.targets)), std::move(distances));
  Affinity affinity =
      self_tuning_affinity(std::move(graph), {lists.ids, lists.distances}, options.scale_neighbour, stage);
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
