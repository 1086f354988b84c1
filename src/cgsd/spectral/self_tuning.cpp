#include "cgsd/spectral/self_tuning.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr double kFloor = 1e-12;

std::optional<double> distance_in_list(const NeighbourTable& table, NodeId u, NodeId v) {
  const auto ids = table.ids.row(u);
  const auto found = std::find(ids.begin(), ids.end(), v);
  if (found == ids.end()) return {};
  return table.distances(u, static_cast<std::size_t>(found - ids.begin()));
}

struct PairDistance {
  double distance;
  bool mutual;
};

PairDistance looked_up(const NeighbourTable& table, NodeId u, NodeId v) {
  const auto [low, high] = std::minmax(u, v);  // the same question for both entries
  const auto there = distance_in_list(table, low, high);
  const auto back = distance_in_list(table, high, low);
  return {there ? *there : back.value_or(0.0), there && back};
}

PairDistance told_pair(double distance) { return {std::abs(distance), !std::signbit(distance)}; }

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
  affinity.log_weight.resize(graph.entries());
  affinity.neighbours = static_cast<std::int32_t>(table.ids.cols());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    affinity.local_scale.push_back(local_scale(table, u, scale_neighbour));
    affinity.reach.push_back(table.distances.cols() > 0 ? table.distances.row(u).back() : 0.0);
  }
  std::vector<double> room;
  const std::span<const double> scale = with_ghosts(graph, affinity.local_scale, room, run);
  parallel_for(run, graph.nodes(), 256, [&](std::size_t begin, std::size_t end) {
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
      for (EntryIndex entry = graph.row_begin(u); entry < graph.row_end(u); ++entry) {
        const NodeId v = graph.targets()[entry];
        const PairDistance pair = known ? told_pair(affinity.log_weight[entry]) : looked_up(table, u, v);
        affinity.log_weight[entry] = self_tuning_log_weight(pair.distance, {scale[u], scale[v]}, pair.mutual);
      }
    }
  });
  return affinity;
}

}  // namespace cgsd
