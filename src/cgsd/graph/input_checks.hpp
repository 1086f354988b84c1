// What the baselines refuse, in one line that begins with the method's name. All throw InvalidArgument.
#pragma once

#include <cstdint>
#include <string_view>

#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

// 0 stands for "not given": these methods cannot choose a number of communities.
void check_communities(std::string_view method, std::int32_t communities, std::size_t nodes);

void check_undirected(std::string_view method, GraphView graph);

// There must be attributes, one row per node, every number finite.
void check_attributes(std::string_view method, const AttributedGraphView& input);

}  // namespace cgsd
