#include "cgsd/spectral/self_tuning.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/parallel_vector.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/fetch_ahead.hpp"

namespace cgsd {
namespace {

constexpr double kFloor = 1e-12;
constexpr EntryIndex kFetchedLists = 12;

bool lists(const NeighbourTable& table, NodeId u, NodeId v) {
  NodeId found = 0;
  for (const NodeId id : table.ids.row(u)) found |= static_cast<NodeId>(id == v);  // no branch: vectors serve
  return found != 0;
}

// Where the distance of a pair stands. It is the same in both lists, to the bit.
struct FoundPair {
  const double* distance;
  bool mutual;
};

FoundPair found_in(const NeighbourTable& table, NodeId u, NodeId v) {
  const bool there = lists(table, u, v);
  const auto [from, to] = there ? std::pair(u, v) : std::pair(v, u);
  const auto ids = table.ids.row(from);
  const auto place = static_cast<std::size_t>(std::ranges::find(ids, to) - ids.begin());
  return {&table.distances(from, place), there && lists(table, v, u)};
}

// The pairs of u's entries. Lists of neighbours lie anywhere in memory: ids are asked for a few entries ahead, distances
// and scales a row before they are read, so that they arrive in time.
void find_pairs(GraphView graph, NodeId u, const NeighbourTable& table, const double* scale,
                std::vector<FoundPair>& pairs) {
  const std::span<const NodeId> targets = graph.targets();
  pairs.clear();
  for (EntryIndex entry = graph.row_begin(u); entry < graph.row_end(u); ++entry) {
    fetch_ahead(table.ids.row(targets[std::min(entry + kFetchedLists, graph.entries() - 1)]));
    pairs.push_back(found_in(table, u, targets[entry]));
    __builtin_prefetch(pairs.back().distance);
    __builtin_prefetch(scale + targets[entry]);
  }
}

double local_scale(const NeighbourTable& table, NodeId u, std::int32_t neighbour) {
  const std::size_t place = std::min(table.distances.cols(), static_cast<std::size_t>(neighbour));
  return (place > 0 ? table.distances(u, place - 1) : 0.0) + kLeastScale;
}

}  // namespace

double self_tuning_log_weight(double distance, std::pair<double, double> local_scales, bool mutual) {
  const double scale = local_scales.first * local_scales.second;
  return std::log(std::exp(-distance * distance / scale) + kFloor) + (mutual ? 0.0 : std::log(0.5));
}

Affinity self_tuning_affinity(TableGraph knn, const NeighbourTable& table, std::int32_t scale_neighbour,
                              const RunContext& run) {
  const bool known = !knn.distances.empty();
  Affinity affinity{std::move(knn.graph), std::move(knn.distances)};  // weights take the place of the distances
  const GraphView graph = affinity.graph;
  if (!known) affinity.log_weight = large_vector<double>(graph.entries(), run);
  affinity.neighbours = static_cast<std::int32_t>(table.ids.cols());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    affinity.local_scale.push_back(local_scale(table, u, scale_neighbour));
    affinity.reach.push_back(table.distances.cols() > 0 ? table.distances.row(u).back() : 0.0);
  }
  std::vector<double> room;
  const std::span<const double> scale = with_ghosts(graph, affinity.local_scale, room, run);
  parallel_for(run, graph.nodes(), 256, [&](std::size_t begin, std::size_t end) {
    std::vector<FoundPair> pairs;
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
      if (!known) find_pairs(graph, u, table, scale.data(), pairs);
      for (EntryIndex entry = graph.row_begin(u); entry < graph.row_end(u); ++entry) {
        double& weight = affinity.log_weight[entry];
        const FoundPair pair = known ? FoundPair{&weight, !std::signbit(weight)} : pairs[entry - graph.row_begin(u)];
        const double other = scale[graph.targets()[entry]];
        weight = self_tuning_log_weight(std::abs(*pair.distance), {scale[u], other}, pair.mutual);
      }
    }
  });
  return affinity;
}

}  // namespace cgsd
