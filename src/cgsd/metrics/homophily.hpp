// How alike neighbours are, given labels. Edges with an unlabelled end are left out everywhere.
//
//   edge homophily         share of edges whose ends have the same class
//   node homophily         mean over nodes with labelled neighbours of the share of these that have the node's class
//   adjusted homophily     (h_edge − Σ_k p_k²) / (1 − Σ_k p_k²), p_k = share of edge ends in class k: 0 is what chance
//                          gives
//   label informativeness  I(y_u; y_v) / H(y_u) over a random edge (u,v): how much the class of one end tells about the
//                          class of the other
//
// Source: Platonov et al., "Characterizing graph datasets for node classification", NeurIPS 2023, eq. 2 and 4. A figure
// that is not defined (no labelled edge, one class only) is NaN. In a directed graph every entry counts once. Cost: O(m
// + c²) for c classes with edges between them.
#pragma once

#include <cstdint>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

struct Homophily {
  double edge;
  double node;
  double adjusted;
  double label_informativeness;
  std::uint64_t labelled_edges;  // edges (entries of a directed graph) that were counted
};

Homophily homophily(GraphView graph, const Labels& labels, const RunContext& run);

}  // namespace cgsd
