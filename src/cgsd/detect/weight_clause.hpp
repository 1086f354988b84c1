// What a method makes of the weights of a graph, as a clause for Dataset::account; empty if there is nothing to say.
//
// Throws InvalidArgument, with the edge, for weights that the method reads but cannot use. `name` spells a node.
// Cost: O(m).
#pragma once

#include <functional>
#include <string>

#include "cgsd/detect/method.hpp"

namespace cgsd {

std::string weight_clause(const MethodRecord& method, GraphView graph, const std::function<std::string(NodeId)>& name);

}  // namespace cgsd
