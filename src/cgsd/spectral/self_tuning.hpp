// Step 5a of the default: weights of a k-NN graph that adapt to how dense the points lie (Zelnik-Manor & Perona 2004).
//
//   W_uv = exp(−‖y_u − y_v‖² / (s_u s_v)) · (1 if u and v are among each other's neighbours, ½ if only one is)
//
// s_u is the distance from u to its `scale_neighbour`-th neighbour (the last, if it has fewer); a floor of 1e-12
// keeps every neighbour joined. Weights are logarithms, as everywhere in spectral/.
// Promises: finite, symmetric; the same bits at any number of threads. Cost: O(n k²).
#pragma once

#include <utility>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/spectral/affinity.hpp"

namespace cgsd {

enum class NeighbourGate { none, rank };
constexpr auto enum_names(NeighbourGate) {
  return std::array{EnumName<NeighbourGate>{NeighbourGate::none, "none"},
                    EnumName<NeighbourGate>{NeighbourGate::rank, "rank", "rank of the k-NN graph's own curvature"}};
}

struct SelfTuningOptions {
  std::int32_t scale_neighbour = 7;
  NeighbourGate gate = NeighbourGate::rank;
};

inline void describe(OptionVisitor& v, SelfTuningOptions& o) {
  v.number("scale_neighbour", o.scale_neighbour, {1, 1000}, "which neighbour's distance is a node's unit");
  v.choice("gate", o.gate, "what the weight is multiplied by, to damp hubs");
}

// Neighbours by rising distance, as neighbours/ gives them: n × k each.
struct NeighbourTable {
  const Matrix<NodeId>& ids;
  const Matrix<double>& distances;
};

// The graph of a table: an edge if either node is among the other's neighbours. If several processes share it, each entry's
// distance is known already, negative unless each is the other's neighbour; else it is looked up in the table.
struct TableGraph {
  TableGraph(Graph of_table, std::vector<double> pair_distances = {})  // NOLINT: a graph is enough
      : graph(std::move(of_table)), distances(std::move(pair_distances)) {}
  Graph graph;
  std::vector<double> distances;
};

Affinity self_tuning_affinity(TableGraph knn, const NeighbourTable& table, std::int32_t scale_neighbour,
                              const RunContext& run);

inline constexpr double kLeastScale = 1e-9;  // added to every s

// The logarithm of one weight, for a pair that is at this distance.
double self_tuning_log_weight(double distance, std::pair<double, double> local_scales, bool mutual);

}  // namespace cgsd
