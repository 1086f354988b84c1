#include "cgsd/modularity/louvain.hpp"

#include <limits>
#include <utility>

#include "cgsd/modularity/multilevel.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {
namespace {

LouvainResult one_start(const WeightedNetwork& network, double resolution, RandomSequence random,
                        const RunContext& run) {
  const MultilevelResult found = multilevel_communities(network, resolution, random, run);
  return {.partition = partition_of(found.community_of),
          .modularity = modularity(network, found.community_of, resolution, run),
          .resolution = resolution,
          .levels = found.levels,
          .moves = found.moves};
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
