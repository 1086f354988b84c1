// Edge weights as figures of the nodes, and in a unit of their own.
//
//   strength         Σ w over the entries of a node: its degree if the graph has no weights
//   effective degree (Σ w)² / Σ w²: with how many equal neighbours a mean over the neighbours would be as noisy. The
//                    degree if weights are equal, 1 if one outweighs the rest; free of the unit of the weights
//
// Without weights every figure is the exact number that counting gives. Cost: O(n + m) each.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// One per entry; 1 without weights.
std::vector<double> entry_weights(GraphView graph);

// Σ w^power over the entries of each node.
std::vector<double> strengths(GraphView graph, int power = 1);

// Over the nodes of all processes (processes.hpp).
std::uint64_t entries_of_all(GraphView graph, const RunContext& run);
double mean_over_nodes(GraphView graph, double sum, const RunContext& run);  // Σ of the sums, by node
double mean_strength(GraphView graph, const RunContext& run);                // 0 for a graph without nodes
double effective_degree(GraphView graph, const RunContext& run);  // the mean over nodes, 0 for those without edges
double effective_edges(GraphView graph, const RunContext& run);   // (Σ w)² / (2 Σ w²), over all entries

// What is wrong with the weights for a method that reads them as closeness: the first that is below 0 or not finite,
// with its edge; empty if nothing is. `name` spells a node; without it, its number.
std::string weight_fault(GraphView graph, const std::function<std::string(NodeId)>& name = {});

// The graph with weights divided by their mean, so that their unit does not count; edges of weight 0 are left out, and
// weights that are all equal are dropped. A graph without weights is shown as it is; else the graph is made in `room`.
// Throws InvalidArgument, in the name of `method`, for a weight below 0 or not finite. Several processes: the mean is that of
// all, and what is made of their graph needs its ghosts (SameGhosts).
GraphView in_mean_weights(GraphView graph, std::string_view method, Graph& room, const RunContext& run);

// The same edges, every weight 1.
inline GraphView without_weights(GraphView graph) { return {graph.offsets(), graph.targets(), {}, graph.directed()}; }

// Weights that span decades, made comparable; 0 stays 0.
enum class WeightScale { none, log, rank };
constexpr auto enum_names(WeightScale) {
  using S = WeightScale;
  return std::array{EnumName<S>{S::none, "none", "as they are"},
                    EnumName<S>{S::log, "log", "ln(1 + w / the least), whatever their unit"},
                    EnumName<S>{S::rank, "rank", "their rank as a share of all, equal weights sharing theirs"}};
}
// Throws InvalidArgument for a weight below 0.
Graph with_scaled_weights(GraphView graph, WeightScale scale, const RunContext& run);

// log10 of the largest weight over the least above 0; 0 without weights.
double decades_of_weights(GraphView graph);

// How a weight became that of the graph a method read: v = w / unit, and then (v / (v + 1))^power / form_unit unless power
// is 0. That form is bounded, so that a few large weights do not drown the rest; the power sets light edges back.
struct WeightMap {
  double unit = 1.0;
  int power = 0;
  double form_unit = 1.0;
  double operator()(double weight) const;
};

// The map whose unit is the mean of the weights that are not 0; 1 without weights.
WeightMap mean_weight_map(GraphView graph, const RunContext& run);

// Weights above 0 in units of their mean, in the form of `map.power`, again in units of the mean: map.form_unit, which
// is set. Made in `room`; a graph without weights, or for power 0, is shown as it is.
GraphView in_saturated_weights(GraphView in_mean, Graph& room, WeightMap& map, const RunContext& run);

}  // namespace cgsd
