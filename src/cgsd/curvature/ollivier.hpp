// Ollivier–Ricci curvature of an edge: κ(u,v) = 1 − W1(m_u, m_v), with distances in hops (so d(u,v) = 1).
//
// m_u leaves the share `idleness` of its mass at u and spreads the rest over the neighbours of u: evenly, or in
// proportion to the edge weights if the graph has weights. Weights do not change distances.
// How: mass is counted in integers, in a unit that divides every share evenly on an unweighted graph whose
// idleness is a short binary fraction; there κ is the exact rational, rounded once. Mass common to both ends
// stays where it is, which costs nothing in a metric; the rest is carried 1, 2 or 3 hops (hop_transport.hpp).
// Promises: error below 1e-12; the same bits at any number of threads. Throws InvalidArgument for a directed
// graph, for a weight ≤ 0, and if d_u d_v exceeds options.ollivier_limit on some edge.
// Cost: per edge, with S = N(u) and T = N(v): O(Σ_T d + |T|/64 Σ_S d) for distances, then the transport. On one
// core chameleon (31,371 edges, d_u d_v = 7,500 in the mean) takes 2 s, squirrel (198,353 edges, 141,000) 2
// minutes. Memory: 16 bytes per node and worker, and d_u d_v / 2 bytes.
// Source: Ollivier, "Ricci curvature of Markov chains on metric spaces", 2009; idleness: Lin, Lu and Yau, 2011.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// Reads options.idleness and options.ollivier_limit.
std::vector<double> ollivier_curvature(GraphView graph, const CurvatureOptions& options, const RunContext& run);

}  // namespace cgsd
