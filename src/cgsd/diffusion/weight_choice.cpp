#include "cgsd/diffusion/weight_choice.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/diffusion/topology_view.hpp"

namespace cgsd {
namespace {

constexpr double kByChance = 3.0;  // standard deviations that attributes may agree by chance

// The larger |z| of the candidates.
double significance(GraphView graph, const std::vector<Stalks>& candidates, const RunContext& run) {
  double largest = 0.0;
  for (const Stalks& stalks : candidates)
    largest = std::max(largest, std::abs(edge_agreement(graph, stalks.rows, run).significance));
  return largest;
}

WeightChoice judged(WeightJudge by, double with, double without) { return {with >= without, by, with, without}; }

}  // namespace

WeightChoice choose_weights(const AttributedGraphView& input, const DiffusionOptions& options, const RunContext& run) {
  const GraphView weighted = input.graph;
  const GraphView bare = without_weights(weighted);
  if (options.weights == WeightUse::always || weighted.entries() == 0) return {};
  if (!input.attributes.none()) {
    const std::vector<Stalks> candidates = candidate_stalks(input.attributes, 0, options, run);
    const WeightChoice choice =
        judged(WeightJudge::attributes, significance(weighted, candidates, run), significance(bare, candidates, run));
    if (std::max(choice.with, choice.without) > kByChance) return choice;
  }
  if (options.topology.pairs == 0) return {};
  return judged(WeightJudge::topology, structure_clarity(weighted, options.topology.pairs, run),
                structure_clarity(bare, options.topology.pairs, run));
}

}  // namespace cgsd
