#include "cgsd/diffusion/weight_choice.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "cgsd/core/random.hpp"
#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/diffusion/topology_view.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"

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

// The graph in every form, in their order; kept as long as this is.
class Forms {
 public:
  Forms(GraphView in_mean, const RunContext& run) {
    for (const auto& entry : enum_names(WeightForm{})) {
      WeightMap map{.power = power_of(entry.value)};
      views_.push_back(in_saturated_weights(in_mean, rooms_[views_.size()], map, run));
      ghosts_[views_.size() - 1].emplace(views_.back(), in_mean, run);
    }
    views_.back() = without_weights(in_mean);
  }
  template <class Figure>
  WeightChoice best(WeightJudge by, Figure&& figure) const {
    WeightChoice choice{.by = by};
    std::ranges::transform(views_, choice.figures.begin(), figure);
    choice.form = static_cast<WeightForm>(std::ranges::max_element(choice.figures) - choice.figures.begin());
    return choice;
  }

 private:
  std::array<Graph, 5> rooms_;
  std::array<std::optional<SameGhosts>, 5> ghosts_;
  std::vector<GraphView> views_;
};

}  // namespace

WeightChoice choose_weights(const AttributedGraphView& input, const DiffusionOptions& options, const RunContext& run) {
  if (options.weights == WeightUse::always || entries_of_all(input.graph, run) == 0) return {};
  const Forms forms(input.graph, run);
  if (!input.attributes.none()) {
    const std::vector<Stalks> candidates = candidate_stalks(input, 0, options, run).stalks;
    const WeightChoice choice =
        forms.best(WeightJudge::attributes, [&](GraphView g) { return significance(g, candidates, run); });
    if (std::ranges::max(choice.figures) > kByChance) return choice;
  }
  if (options.topology.pairs == 0) return {};
  const RandomStream any = RandomStream(0).named("rewired edges");  // the choice must not depend on the seed
  return forms.best(WeightJudge::topology,
                    [&](GraphView g) { return structure_clarity(g, any, options.topology.pairs, run); });
}

}  // namespace cgsd
