// The degrees of a graph in a few figures. In a directed graph a degree is the number of entries that leave a node.
// Cost: O(n).
#pragma once

#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct DegreeStatistics {
  double mean = 0.0;
  double median = 0.0;
  EntryIndex minimum = 0;
  EntryIndex maximum = 0;
  NodeId isolated = 0;  // no entry leaves or reaches the node
};

DegreeStatistics degree_statistics(GraphView graph);

}  // namespace cgsd
