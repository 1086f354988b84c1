#include "papers/cgsd/theorems/graph_theory.hpp"

#include <map>
#include <utility>

#include "cgsd/curvature/forman.hpp"

namespace cgsd {
namespace {

ValueCounts joined(const ValueCounts& a, const ValueCounts& b) {
  std::map<double, std::uint64_t> counts;
  for (const ValueCounts* part : {&a, &b}) {
    for (const auto& [value, count] : *part) counts[value] += count;
  }
  ValueCounts all;
  for (const auto& [value, count] : counts) all.push_back({value, count});
  return all;
}

}  // namespace

GraphTheory graph_theory(const TheoryGraph& graph, const RunContext& run) {
  const PartitionedGraph parts =
      partitioned_graph(graph.graph, forman_curvature(graph.graph, run), graph.class_of, run);
  const SplitCurvature split = split_curvature(parts);
  const ValueCounts edges = joined(split.within, split.cross);
  GraphTheory found{.name = graph.name, .origin = graph.origin};
  found.suppression = suppression(edges);
  found.premise = contraction_premise(parts, split);
  const double constant = found.premise.constant_of_proof;
  found.by_sums = pair_contraction(parts, WalkScaling::by_sums, constant, run);
  found.by_degrees = pair_contraction(parts, WalkScaling::by_degrees, constant, run);
  found.concentration = concentration(split.within);
  found.share_within = static_cast<double>(total_count(split.within)) / static_cast<double>(total_count(edges));
  const double gap = found.premise.is_met() ? found.premise.gap : found.premise.gap_of_means;
  found.modularity = modularity_gap(graph.graph, graph.found, {gap, found.share_within}, run);
  found.sizes = {graph.graph.nodes(), graph.graph.edges(), static_cast<std::uint64_t>(parts.communities)};
  for (const double temperature : kRankTemperatures) found.ranks.push_back(straight_through(edges, temperature));
  return found;
}

}  // namespace cgsd
