// How edges are counted: by their weights w (in units of their mean), by a bounded form of them, or each once. Weights may
// know of the communities, a few large ones or the many light ones may drown the rest, and they may as well be noise.
//
//   forms       w, (w / (w + 1))^p for p = 1, 2, 3, and 1
//   attributes  |z|, the significance of the agreement of neighbours (edge_agreement.hpp), the larger of the candidate
//               normalisations. Decides if one form has more than 3
//   topology    Σ_j c_j s_j² over eigenvectors of the regularised adjacency, c_j the share that is signal beyond what a
//               random graph shows and s_j² small if the vector sits on few nodes (structure_clarity). The random graph
//               has the same edges, joined at random, and weights that meet add up (graph/rewiring.hpp). Decides otherwise
//
// Of the forms, the one with the largest figure; of equal ones the first. Weights that are noise leave the signal of the
// edges as it is and make fewer effective edges of them, which lowers both figures; weights that know of the communities
// raise both. Neither depends on the unit of the weights, the number of communities or the seed.
//
// Promises: the same bits at any number of threads. Cost: the stalks and 5 comparisons, or 5 · (pairs + 7) eigenvectors.
#pragma once

#include <array>

#include "cgsd/core/context.hpp"
#include "cgsd/diffusion/diffusion.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

enum class WeightJudge { nothing, attributes, topology };
constexpr auto enum_names(WeightJudge) {
  using J = WeightJudge;
  return std::array{EnumName<J>{J::nothing, "nothing", "nothing was compared: as asked, or all are equal"},
                    EnumName<J>{J::attributes, "attributes", "how far neighbours agree"},
                    EnumName<J>{J::topology, "topology", "how clearly the graph's structure shows"}};
}

enum class WeightForm { as_given, saturated, squared, cubed, none };
constexpr auto enum_names(WeightForm) {
  using F = WeightForm;
  return std::array{EnumName<F>{F::as_given, "as_given", "w"}, EnumName<F>{F::saturated, "saturated", "w / (w + mean)"},
                    EnumName<F>{F::squared, "squared", "(w / (w + mean))²"},
                    EnumName<F>{F::cubed, "cubed", "(w / (w + mean))³"}, EnumName<F>{F::none, "none", "1"}};
}
// p of a form, 0 for the others.
constexpr int power_of(WeightForm form) { return form == WeightForm::none ? 0 : static_cast<int>(form); }

struct WeightChoice {
  WeightForm form = WeightForm::as_given;
  WeightJudge by = WeightJudge::nothing;
  std::array<double, 5> figures{};  // of the forms in their order; 0 if nothing was compared
};

// `input.graph` has weights, in units of their mean.
WeightChoice choose_weights(const AttributedGraphView& input, const DiffusionOptions& options, const RunContext& run);

}  // namespace cgsd
