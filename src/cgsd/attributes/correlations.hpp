// How columns hang together, over all pairs of them.
//
//   squares  the sum of the squared correlations: large if many columns hang together a little (Schott 2005)
//   least    the lowest eigenvalue of their matrix: low if some columns, weighted, nearly add up to a constant. Those of
//            groups do that exclude each other and show in a column each, although no direction stands out
//
// Constant columns hang together with none. Several processes: of the rows of all. Promises: the same bits at any number of threads. Cost: O(n d² + d³); the
// numbers are made dense.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct ColumnCorrelations {
  double squares = 0.0;
  double least = 1.0;  // 1 of a single column, 0 if a column follows from the others
};

ColumnCorrelations column_correlations(AttributesView attributes, const RunContext& run);

}  // namespace cgsd
