// Requirements of a kind of curvature. Each throws InvalidArgument with one line that names the kind, the first
// violation and what to do.
#pragma once

#include <string_view>

#include "cgsd/graph/graph.hpp"

namespace cgsd {

void require_undirected(GraphView graph, std::string_view kind);

// Every weight above 0; an unweighted graph passes.
void require_positive_weights(GraphView graph, std::string_view kind);

}  // namespace cgsd
