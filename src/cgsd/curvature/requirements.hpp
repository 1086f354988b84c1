// What a kind of curvature demands of its graph. Each throws InvalidArgument with one line that names the kind, the
// first offender and the way out.
#pragma once

#include <string_view>

#include "cgsd/graph/graph.hpp"

namespace cgsd {

void require_undirected(GraphView graph, std::string_view kind);

// Every weight above 0; an unweighted graph passes.
void require_positive_weights(GraphView graph, std::string_view kind);

}  // namespace cgsd
