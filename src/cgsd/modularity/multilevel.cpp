#include "cgsd/modularity/multilevel.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/modularity/growth.hpp"
#include "cgsd/modularity/local_moving.hpp"

namespace cgsd {
namespace {

constexpr double kHurried = 0.1;     // patience on the way up
constexpr double kSettled = 0.0005;  // and on the way down

class Multilevel {
 public:
  Multilevel(const WeightedNetwork& network, double resolution, RandomSequence& random)
      : network_(network), resolution_(resolution), random_(random) {}

  // Levels upon the communities that there are, until one moves nothing.
  void climb(MultilevelResult& result, double patience, const RunContext& run) {
    shrunk_.clear();
    node_of_.clear();
    const NodeId communities = renumber(result.community_of);
    if (communities < network_.nodes()) shrink(result.community_of, communities, run);
    for (;;) {
      std::vector<NodeId> merged = each_alone(top().nodes());
      const std::uint64_t moves = move_nodes(top(), {resolution_, patience}, merged, random_, run);
      if (moves == 0) break;
      result.moves += moves;
      ++result.levels;
      const NodeId left = renumber(merged);
      shrink(std::move(merged), left, run);
    }
    result.community_of = each_alone(network_.nodes());
    for (const auto& step : node_of_) {
      for (NodeId& c : result.community_of) c = step[c];
    }
  }

  // From the last level but one of climb() back to the graph.
  void descend(MultilevelResult& result, const RunContext& run) {
    if (node_of_.empty()) return;
    const std::size_t start = std::max<std::size_t>(1, node_of_.size() - 1);
    std::vector<NodeId> merged = each_alone(shrunk_[start - 1].nodes());
    for (std::size_t level = start; level-- > 0;) {
      std::vector<NodeId> finer(node_of_[level].size());
      for (std::size_t v = 0; v < finer.size(); ++v) finer[v] = merged[node_of_[level][v]];
      const WeightedNetwork& network = level == 0 ? network_ : shrunk_[level - 1];
      result.moves += move_nodes(network, {resolution_, kSettled}, finer, random_, run);
      merged = std::move(finer);
    }
    result.community_of = std::move(merged);
  }

 private:
  const WeightedNetwork& top() const { return shrunk_.empty() ? network_ : shrunk_.back(); }
  void shrink(std::vector<NodeId> node_of, NodeId communities, const RunContext& run) {
    WeightedNetwork next = aggregated(top(), node_of, communities, run);
    shrunk_.push_back(std::move(next));
    node_of_.push_back(std::move(node_of));
  }

  const WeightedNetwork& network_;
  double resolution_;
  RandomSequence& random_;
  std::deque<WeightedNetwork> shrunk_;        // level by level
  std::vector<std::vector<NodeId>> node_of_;  // node_of_[i]: from the network below shrunk_[i] to its nodes
};

// The network without the edges between communities; strengths stay what they are, so gains do too.
WeightedNetwork within(const WeightedNetwork& network, std::span<const NodeId> community_of, const RunContext& run) {
  WeightedNetwork inner{.rows = network.rows,
                        .targets = {},
                        .weights = {},
                        .inside = network.inside,
                        .strength = network.strength,
                        .total = network.total,
                        .entries = 0,
                        .own_targets = large_array<NodeId>(network.targets.size()),
                        .own_weights = large_array<double>(network.weights.size())};
  inner.targets = {inner.own_targets.get(), network.targets.size()};
  inner.weights = {inner.own_weights.get(), network.weights.size()};
  inner.entries = ordered_sum<EntryIndex>(run, network.nodes(), 4096, [&](std::size_t begin, std::size_t end) {
    EntryIndex kept = 0;
    for (std::size_t v = begin; v < end; ++v) {
      RowRange& row = inner.rows[v];
      row.end = row.begin;
      for (EntryIndex i = network.rows[v].begin; i < network.rows[v].end; ++i) {
        if (community_of[network.targets[i]] != community_of[v]) continue;
        inner.own_targets[row.end] = network.targets[i];
        if (!network.weights.empty()) inner.own_weights[row.end] = network.weights[i];
        ++row.end;
      }
      kept += row.end - row.begin;
    }
    return kept;
  });
  return inner;
}

// Finds the communities again, each within what was found before, and keeps what is better.
void divide(const WeightedNetwork& network, double resolution, RandomSequence& random, const RunContext& run,
            MultilevelResult& found) {
  const WeightedNetwork inner = within(network, found.community_of, run);
  MultilevelResult parts{.community_of = each_alone(network.nodes()), .levels = found.levels, .moves = found.moves};
  Multilevel levels(inner, resolution, random);
  levels.climb(parts, kHurried, run);
  levels.descend(parts, run);
  Multilevel(network, resolution, random).climb(parts, 0.0, run);
  const double reached = modularity(network, parts.community_of, resolution, run);
  if (reached > modularity(network, found.community_of, resolution, run)) found = std::move(parts);
}

}  // namespace

MultilevelResult multilevel_communities(const WeightedNetwork& network, double resolution, RandomSequence& random,
                                        const RunContext& run) {
  MultilevelResult result{.community_of = each_alone(network.nodes())};
  Multilevel levels(network, resolution, random);
  levels.climb(result, kHurried, run);
  levels.descend(result, run);
  levels.climb(result, 0.0, run);
  divide(network, resolution, random, run, result);
  return result;
}

MultilevelResult grown_communities(const WeightedNetwork& network, double resolution, RandomSequence& random,
                                   const RunContext& run) {
  MultilevelResult result{.community_of = grown_groups(network, resolution, random, run)};
  Multilevel levels(network, resolution, random);
  levels.climb(result, kHurried, run);
  levels.descend(result, run);
  levels.climb(result, 0.0, run);
  return result;
}

}  // namespace cgsd
