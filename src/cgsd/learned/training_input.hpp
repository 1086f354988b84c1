// What every learned method requires of its input.
#pragma once

#include <cstdint>
#include <string_view>

#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

// Throws InvalidArgument, beginning with the name of the method, for a directed graph, for weights below 0 or not
// finite, and for more communities than nodes.
void check_training_graph(GraphView graph, std::int32_t communities, std::string_view method);

// The same, and there must be one row of attributes per node, all numbers finite.
void check_training_input(const AttributedGraphView& input, std::int32_t communities, std::string_view method);

}  // namespace cgsd
