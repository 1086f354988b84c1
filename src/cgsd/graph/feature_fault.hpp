// What is wrong with the features of a graph, in words for an error message: "features: 3 rows for 2 nodes",
// "features: row 1, column 2 is nan". Empty where there is nothing wrong, or where there are no features. Cost:
// O(numbers).
#pragma once

#include <string>

#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

std::string feature_fault(const AttributedGraph& input);

}  // namespace cgsd
