// How often a node has the class of the node whose attributes are nearest to its own: how well attributes predict
// classes, edges left aside (leave-one-out accuracy of 1-NN, Euclidean, attributes as they are).
//
// Nodes without a class are left out altogether. Ties go to the lower node id.
// How: attributes that are mostly 0 by products of sparse rows, ‖x‖² + ‖y‖² − 2 x·y in double, exact for words and
// counts; others by nearest_neighbours (knn_graph.hpp), approximate beyond 20,000 nodes. Promises: the same bits at any
// number of threads. NaN with fewer than two nodes or without attributes. Cost: sparse O(n² + Σ_columns nonzeros²),
// dense O(n² columns).
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct NearestNeighbourAccuracy {
  double accuracy;
  std::uint64_t nodes;  // that have a class
  double recall = 1.0;  // below 1: nearest neighbours are approximate
};

// class_of as in graph/dataset.hpp.
NearestNeighbourAccuracy nearest_neighbour_accuracy(AttributesView attributes, std::span<const std::int32_t> class_of,
                                                    const RunContext& run);

}  // namespace cgsd
