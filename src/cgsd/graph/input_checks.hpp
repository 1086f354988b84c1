// Checks of a method's input. All throw InvalidArgument with one line that begins with the method's name.
#pragma once

#include <cstdint>
#include <string_view>

#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

// 0 means "not given": these methods cannot choose a number of communities.
void check_communities(std::string_view method, std::int32_t communities, std::size_t nodes);

void check_undirected(std::string_view method, GraphView graph);

// There must be attributes, one row per node, every number finite.
void check_attributes(std::string_view method, const AttributedGraphView& input);

}  // namespace cgsd
