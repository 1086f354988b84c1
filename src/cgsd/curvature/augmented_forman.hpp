// Augmented Forman curvature, which takes triangles as two-dimensional cells: κ(u,v) = 4 − d_u − d_v + 3 #Δ(u,v).
//
// Weights are ignored.
// Promises: exact integers, the same bits at any number of threads. Throws InvalidArgument for a directed graph.
// Cost: that of counting triangles (curvature/triangles.hpp).
// Source: Samal et al., "Comparative analysis of two discretizations of Ricci curvature for complex networks",
// Sci. Rep. 2018.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

std::vector<double> augmented_forman_curvature(GraphView graph, const RunContext& run);

}  // namespace cgsd
