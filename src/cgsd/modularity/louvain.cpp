#include "cgsd/modularity/louvain.hpp"

#include <limits>
#include <utility>

#include "cgsd/modularity/local_moving.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {
namespace {

LouvainResult one_start(const WeightedNetwork& network, double resolution, RandomSequence random,
                        const RunContext& run) {
  LouvainResult result{.resolution = resolution};
  std::vector<NodeId> community_of = each_alone(network.nodes());
  WeightedNetwork shrunk;
  for (const WeightedNetwork* level = &network;; level = &shrunk) {
    std::vector<NodeId> merged = each_alone(level->nodes());
    const std::uint64_t moves = move_nodes(*level, resolution, merged, random, run);
    if (moves == 0) break;
    result.moves += moves;
    ++result.levels;
    const NodeId communities = renumber(merged);
    for (NodeId& c : community_of) c = merged[c];
    shrunk = aggregated(*level, merged, communities, run);
  }
  result.modularity = modularity(network, community_of, resolution);
  result.partition = partition_of(community_of);
  return result;
}

}  // namespace

LouvainResult louvain(GraphView graph, const LouvainOptions& options, const RunContext& run) {
  validate(options);
  const WeightedNetwork network = network_of(graph, "louvain", run);
  if (!network.has_edges()) {
    return {.partition = partition_of(each_alone(network.nodes())),
            .modularity = std::numeric_limits<double>::quiet_NaN(),
            .resolution = options.resolution,
            .stop = LouvainStop::no_edges};
  }
  LouvainResult best;
  for (std::int32_t restart = 0; restart < options.restarts; ++restart) {
    const RandomStream stream = run.stream("louvain").at(static_cast<std::uint64_t>(restart));
    LouvainResult result = one_start(network, options.resolution, RandomSequence(stream), run);
    result.restart = restart;
    if (restart == 0 || result.modularity > best.modularity) best = std::move(result);
    run.advance((restart + 1.0) / options.restarts);
  }
  return best;
}

}  // namespace cgsd
