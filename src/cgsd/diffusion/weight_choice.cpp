#include "cgsd/diffusion/weight_choice.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/diffusion/topology_view.hpp"
#include "cgsd/graph/edge_weights.hpp"

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

// The first of the largest figures.
WeightChoice judged(WeightJudge by, const std::array<double, 3>& figures) {
  const auto largest = std::ranges::max_element(figures) - figures.begin();
  return {static_cast<WeightForm>(largest), by, figures};
}

}  // namespace

WeightChoice choose_weights(const AttributedGraphView& input, const DiffusionOptions& options, const RunContext& run) {
  if (options.weights == WeightUse::always || input.graph.entries() == 0) return {};
  Graph room;
  WeightMap map;
  const std::array forms = {input.graph, in_log_weights(input.graph, room, map), without_weights(input.graph)};
  std::array<double, 3> figures{};
  if (!input.attributes.none()) {
    const std::vector<Stalks> candidates = candidate_stalks(input.attributes, 0, options, run);
    std::ranges::transform(forms, figures.begin(), [&](GraphView g) { return significance(g, candidates, run); });
    if (std::ranges::max(figures) > kByChance) return judged(WeightJudge::attributes, figures);
  }
  if (options.topology.pairs == 0) return {};
  std::ranges::transform(forms, figures.begin(),
                         [&](GraphView g) { return structure_clarity(g, options.topology.pairs, run); });
  return judged(WeightJudge::topology, figures);
}

}  // namespace cgsd
