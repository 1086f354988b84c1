// The k nearest neighbours of every row of attributes by the angle between them (the row itself excluded).
//
// Comes back: ids by falling cosine, ties to the lower id, and the distances of the rows scaled to length 1, √(2 − 2
// cos); k is at most n − 1. A row of zeros has no direction: it counts as orthogonal to all others but alike to other
// rows of zeros.
//
// How: neighbours/knn_graph.hpp for attributes that attribute_scaling.hpp keeps dense. Sparse ones are never made
// dense: the products of row i with all rows are gathered column by column over the non-zero numbers of i.
// Promises: exact, for any options.method; the result does not depend on the form of the attributes; the same bits at
// any number of threads. Cost: sparse O(Σ_j c_j²), c_j the non-zero numbers of column j, and O(n) memory per thread;
// dense O(n² d).
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

KnnLists cosine_neighbours(AttributesView attributes, const KnnOptions& options, const RunContext& run);

}  // namespace cgsd
