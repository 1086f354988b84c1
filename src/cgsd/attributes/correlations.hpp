// The sum of the squared correlations of all pairs of columns.
//
// Large if many columns hang together a little, as those of groups do that exclude each other, even if no single
// direction stands out (Schott 2005). Constant columns count 0. Promises: the same bits at any number of threads.
// Cost: O(n d²); the numbers are made dense.
#pragma once

#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

double squared_correlations(AttributesView attributes);

}  // namespace cgsd
