// Everything that the paper's six statements are about, measured on one graph with classes.
//
// Edges are undirected, curvature is Forman's. `found` are communities that CGSD found; of built graphs, whose
// attributes would be arbitrary, the classes themselves, the best it could find. Throws what partitioned_graph throws.
// Cost: that of pair_contraction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

#include "papers/cgsd/theorems/concentration.hpp"
#include "papers/cgsd/theorems/generalisation.hpp"
#include "papers/cgsd/theorems/modularity_gap.hpp"
#include "papers/cgsd/theorems/pair_contraction.hpp"
#include "papers/cgsd/theorems/straight_through.hpp"
#include "papers/cgsd/theorems/suppression.hpp"

namespace cgsd {

enum class GraphOrigin { dataset, block_model, built };

struct TheoryGraph {
  std::string name;
  GraphOrigin origin = GraphOrigin::dataset;
  Graph graph;
  std::vector<std::int32_t> class_of;
  std::vector<std::int32_t> found;
};

struct GraphTheory {
  std::string name;
  GraphOrigin origin = GraphOrigin::dataset;
  Suppression suppression{};
  ContractionPremise premise{};
  PairContraction by_sums{};     // D the row sums of Ã
  PairContraction by_degrees{};  // D the degrees
  Concentration concentration{};
  double share_within = 0.0;   // h
  ModularityGap modularity{};  // with Δ if the premise is met, else with the gap of the means
  GeneralisationSizes sizes{};
  std::vector<StraightThrough> ranks{};  // at kRankTemperatures
};

inline constexpr double kRankTemperatures[] = {0.1, 1.0, 10.0, 100.0};

GraphTheory graph_theory(const TheoryGraph& graph, const RunContext& run);

}  // namespace cgsd
