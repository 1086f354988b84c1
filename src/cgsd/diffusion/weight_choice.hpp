// Whether the weights of the edges say more than the edges alone: they may as well be noise.
//
//   attributes  |z|, the significance of the agreement of neighbours (edge_agreement.hpp), the larger of the candidate
//               normalisations. Decides if it is above 3, with the weights or without
//   topology    Σ_j c_j s_j² over the eigenvectors of the regularised adjacency after the first, c_j = 1 − 1/θ_j² the
//               share of the eigenvector that is signal, 0 in the bulk, and s_j² = min(1, 3 / kurtosis_j) small if it
//               sits on few nodes (topology_view.hpp). Decides otherwise
//
// The weights are used unless the figure without them is the larger. Weights that are noise leave the signal of the
// edges as it is and make fewer effective edges of them, which lowers both figures; weights that know of the communities
// raise both. Neither depends on the number of communities.
//
// Promises: the same bits at any number of threads. Cost: the stalks, or 2 · pairs eigenvectors.
#pragma once

#include <array>

#include "cgsd/core/context.hpp"
#include "cgsd/diffusion/diffusion.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

enum class WeightJudge { asked, attributes, topology };
constexpr auto enum_names(WeightJudge) {
  using J = WeightJudge;
  return std::array{EnumName<J>{J::asked, "user", "nothing was compared"},
                    EnumName<J>{J::attributes, "attributes", "how far neighbours agree"},
                    EnumName<J>{J::topology, "topology", "how clearly the graph's structure shows"}};
}

struct WeightChoice {
  bool used = true;
  WeightJudge by = WeightJudge::asked;
  double with = 0.0;
  double without = 0.0;
};

// `input.graph` has weights, in units of their mean.
WeightChoice choose_weights(const AttributedGraphView& input, const DiffusionOptions& options, const RunContext& run);

// The same edges, every weight 1.
inline GraphView without_weights(GraphView graph) { return {graph.offsets(), graph.targets(), {}, graph.directed()}; }

}  // namespace cgsd
