// What is wrong with the attributes of a graph, in words for an error message: "attributes: 3 rows for 2 nodes",
// "attributes: row 1, column 2 is nan". Empty if there is nothing wrong, or if there are no attributes. Cost:
// O(numbers).
#pragma once

#include <string>

#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

std::string attribute_fault(const AttributedGraphView& input);

}  // namespace cgsd
