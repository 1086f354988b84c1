// The curvature gate: how much of a neighbour passes along each entry of the graph,
//     w_uv = σ(κ_uv) / √(d_u d_v),
// d the number of entries that leave a node; 0 if one of the two is 0 (directed graphs).
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/matrix/csr.hpp"

namespace cgsd {

// σ(κ) of every entry.
std::vector<double> gate_openness(std::span<const double> curvature, const RunContext& run);

std::vector<double> gate_weights(GraphView graph, std::span<const double> curvature, const RunContext& run);

// Ŵ, with the graph whose entries it has: its ghosts (graph/processes.hpp) are the columns after those of the own nodes.
template <class T>
struct Gate {
  Gate(GraphView its_graph, std::span<const double> curvature, const RunContext& run);
  GraphView graph;
  SparseMatrix<T> weights;
};

// The share of entries with σ(κ) ≥ 0.01: below that the gate is as good as shut. 0 for a graph without edges.
double open_share(std::span<const double> curvature, const RunContext& run);

}  // namespace cgsd
