#include "cgsd/modularity/leiden.hpp"

#include <cstdlib>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/modularity/local_moving.hpp"
#include "cgsd/modularity/multilevel.hpp"
#include "cgsd/modularity/refinement.hpp"
#include "cgsd/modularity/resolution_search.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {
namespace {

// A sweep of one level that moves fewer nodes ends it: the next iteration looks at all of them again.
constexpr double kPatience = 0.001;
// From as many nodes on, the first partition is grown. Smaller graphs cost little either way.
constexpr NodeId kLarge = 16384;
// A first iteration that gains more says that communities are not clear; then growing is not the best start.
constexpr double kUnclear = 0.001;

class LeidenStart {
 public:
  LeidenStart(const WeightedNetwork& network, double resolution, const LeidenOptions& options, RandomStream stream)
      : network_(network),
        options_(options),
        settings_{.resolution = resolution,
                  .randomness = options.randomness,
                  .mean_weight = network.total / static_cast<double>(network.entries)},
        random_(stream) {}

  LeidenResult solve(const RunContext& run) {
    if (network_.nodes() < kLarge) return finished(begin(First::in_levels, run), run);
    Attempt grown = begin(First::grown, run);
    const double before = grown.result.modularity;
    iterate_once(grown, run);
    if (grown.result.modularity - before > kUnclear) {
      LeidenResult other = finished(begin(First::in_levels, run), run);
      if (other.modularity >= grown.result.modularity) return other;
    }
    return finished(std::move(grown), run);
  }

 private:
  enum class First { in_levels, grown };
  struct Attempt {
    First first;
    std::vector<NodeId> community_of;
    LeidenResult result;
  };

  Attempt begin(First first, const RunContext& run) {
    const auto find = first == First::grown ? grown_communities : multilevel_communities;
    MultilevelResult found = find(network_, settings_.resolution, random_, run);
    LeidenResult result{.modularity = modularity_of(found.community_of, run),
                        .resolution = settings_.resolution,
                        .levels = found.levels,
                        .moves = found.moves,
                        .stop = LeidenStop::max_iterations};
    return {first, std::move(found.community_of), std::move(result)};
  }

  void iterate_once(Attempt& attempt, const RunContext& run) {
    LeidenResult& result = attempt.result;
    ++result.iterations;
    const std::uint64_t moves = iterate(attempt.community_of, result.levels, run);
    result.moves += moves;
    const double before = std::exchange(result.modularity, modularity_of(attempt.community_of, run));
    // After a start in levels the first iteration makes communities connected; its gain says nothing of the next.
    const bool gain_counts = attempt.first == First::grown || result.iterations > 1;
    if (moves == 0) {
      result.stop = LeidenStop::stable;
    } else if (gain_counts && result.modularity - before < options_.min_gain) {
      result.stop = LeidenStop::small_gain;
    }
  }

  LeidenResult finished(Attempt attempt, const RunContext& run) {
    LeidenResult& result = attempt.result;
    while (result.stop == LeidenStop::max_iterations && result.iterations < options_.max_iterations) {
      iterate_once(attempt, run);
    }
    result.partition = partition_of(attempt.community_of);
    return std::move(result);
  }

  // One iteration. Invariant: node v of the graph lies in node_of[v] of the level, which lies in merged[node_of[v]],
  // and every node of the level is connected. At the end every community is one such node.
  std::uint64_t iterate(std::vector<NodeId>& community_of, std::int32_t& levels, const RunContext& run) {
    std::vector<NodeId> node_of = each_alone(network_.nodes());
    std::vector<NodeId> merged = community_of;
    WeightedNetwork shrunk;
    std::uint64_t moves = 0;
    for (const WeightedNetwork* level = &network_;; level = &shrunk) {
      ++levels;
      moves += move_nodes(*level, {settings_.resolution, kPatience}, merged, random_, run);
      const NodeId communities = renumber(merged);
      if (communities == level->nodes()) break;
      Refined pieces = refined(*level, merged, settings_, random_, run);
      if (pieces.pieces == level->nodes()) {  // nothing was joined: shrink what is connected anyway
        pieces.pieces = cut_into_connected_parts(*level, merged);
        pieces.piece_of = merged;
        moves += pieces.pieces - communities;
        if (pieces.pieces == level->nodes()) break;
      }
      shrunk = aggregated(*level, pieces.piece_of, pieces.pieces, run);
      merged = communities_of_pieces(pieces, merged);
      for (NodeId& node : node_of) node = pieces.piece_of[node];
    }
    for (NodeId v = 0; v < network_.nodes(); ++v) community_of[v] = merged[node_of[v]];
    return moves;
  }

  double modularity_of(std::span<const NodeId> community_of, const RunContext& run) const {
    return modularity(network_, community_of, settings_.resolution, run);
  }

  static std::vector<NodeId> communities_of_pieces(const Refined& pieces, const std::vector<NodeId>& merged) {
    std::vector<NodeId> community_of(pieces.pieces);
    for (NodeId v = 0; v < merged.size(); ++v) community_of[pieces.piece_of[v]] = merged[v];
    return community_of;
  }

  const WeightedNetwork& network_;
  const LeidenOptions& options_;
  RefinementSettings settings_;
  RandomSequence random_;
};

LeidenResult best_start(const WeightedNetwork& network, double resolution, const LeidenOptions& options,
                        const RunContext& run) {
  LeidenResult best;
  for (std::int32_t restart = 0; restart < options.restarts; ++restart) {
    const RandomStream stream = run.stream("leiden").at(static_cast<std::uint64_t>(restart));
    LeidenResult result = LeidenStart(network, resolution, options, stream).solve(run);
    result.restart = restart;
    if (restart == 0 || result.modularity > best.modularity) best = std::move(result);
    if (options.target_communities == 0) run.advance((restart + 1.0) / options.restarts);
  }
  return best;
}

LeidenResult nearest_to_target(const WeightedNetwork& network, const LeidenOptions& options, const RunContext& run) {
  LeidenResult nearest;
  std::int32_t tried = 0;
  const auto communities_at = [&](double resolution) {
    LeidenResult result = best_start(network, resolution, options, run);
    const std::int32_t communities = result.partition.communities;
    result.target_distance = std::abs(communities - options.target_communities);
    if (tried++ == 0 || result.target_distance < nearest.target_distance) nearest = std::move(result);
    return communities;
  };
  search_resolution(resolution_range(network), options.resolution, options.target_communities, communities_at, run);
  nearest.resolutions_tried = tried;
  return nearest;
}

LeidenResult without_edges(const WeightedNetwork& network, const LeidenOptions& options) {
  LeidenResult result{.partition = partition_of(each_alone(network.nodes())),
                      .modularity = std::numeric_limits<double>::quiet_NaN(),
                      .resolution = options.resolution,
                      .resolutions_tried = 0,
                      .stop = LeidenStop::no_edges};
  if (options.target_communities > 0) {
    result.target_distance = std::abs(result.partition.communities - options.target_communities);
  }
  return result;
}

}  // namespace

LeidenResult leiden(GraphView graph, const LeidenOptions& options, const RunContext& run) {
  validate(options);
  if (std::cmp_greater(options.target_communities, graph.nodes())) {
    throw InvalidArgument(
        fmt::format("target_communities = {}: more than the {} nodes", options.target_communities, graph.nodes()));
  }
  const WeightedNetwork network = network_of(graph, "leiden", run);
  if (!network.has_edges()) return without_edges(network, options);
  if (options.target_communities > 0) return nearest_to_target(network, options, run);
  return best_start(network, options.resolution, options, run);
}

}  // namespace cgsd
