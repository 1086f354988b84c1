// How edges are counted: by their weights, by the logarithms of these, or each once. Weights may know of the communities,
// a few large ones may drown the rest, and they may as well be noise.
//
//   attributes  |z|, the significance of the agreement of neighbours (edge_agreement.hpp), the larger of the candidate
//               normalisations. Decides if one is above 3
//   topology    Σ_j c_j s_j² over the eigenvectors of the regularised adjacency after the first, c_j = 1 − 1/θ_j² the
//               share of the eigenvector that is signal, 0 in the bulk, and s_j² = min(1, 3 / kurtosis_j) small if it
//               sits on few nodes (topology_view.hpp). Decides otherwise
//
// Of the three, the one with the largest figure; of equal ones the first. Weights that are noise leave the signal of the
// edges as it is and make fewer effective edges of them, which lowers both figures; weights that know of the communities
// raise both. Neither depends on the unit of the weights or the number of communities.
//
// Promises: the same bits at any number of threads. Cost: the stalks, or 3 · pairs eigenvectors.
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

enum class WeightForm { as_given, logarithm, none };
constexpr auto enum_names(WeightForm) {
  using F = WeightForm;
  return std::array{EnumName<F>{F::as_given, "as_given", "by weight"},
                    EnumName<F>{F::logarithm, "logarithm", "by ln(1 + weight / median)"},
                    EnumName<F>{F::none, "none", "each edge once"}};
}

struct WeightChoice {
  WeightForm form = WeightForm::as_given;
  WeightJudge by = WeightJudge::nothing;
  std::array<double, 3> figures{};  // of the three forms in their order; 0 if nothing was compared
};

// `graph` has weights, in units of their mean; the choice is among its forms.
WeightChoice choose_weights(const AttributedGraphView& input, const DiffusionOptions& options, const RunContext& run);

// The same edges, every weight 1.
inline GraphView without_weights(GraphView graph) { return {graph.offsets(), graph.targets(), {}, graph.directed()}; }

}  // namespace cgsd
