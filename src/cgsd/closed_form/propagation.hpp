// One step of averaging over neighbours, as graph convolutions without weights do it:
//
//     P = s I + (1 − s) D̃^−½ (A + I) D̃^−½,   D̃ the row sums of A + I,
//
// s the share that a node keeps. Edge weights enter A if the graph has any; the loop weighs 1. An isolated node
// keeps its attributes. Eigenvalues lie in (2 s − 1, 1]. x ← P x is multiply of nn/operations. Cost: O(n + m) to build.
#pragma once

#include <string_view>

#include "cgsd/graph/graph.hpp"
#include "cgsd/matrix/csr.hpp"

namespace cgsd {

// Throws InvalidArgument, in the name of `method`, for a directed graph and for a weight below 0 or not finite.
Csr<float> propagation_matrix(GraphView graph, double own_share, std::string_view method);

}  // namespace cgsd
