// The k nearest neighbours if several processes have some of the points each (graph/processes.hpp).
//
//   exact_among_processes         every process gets all points and finds the neighbours of its own (exact_neighbours.hpp).
//                                 For few points
//   approximate_among_processes   in rounds: random hyperplanes cut all points into as many buckets as there are processes,
//                                 each gets one, cuts it further by trees and compares what shares a leaf
//                                 (approximate_neighbours.hpp), and sends the neighbours home. Rounds end at `recall`,
//                                 measured on a sample whose true neighbours are known
//   knn_graph_among_processes     knn_graph(): who is whose neighbour is told to the other's process
//
// Comes back: the lists of the own points, ids among all. Promises: those of knn_graph.hpp; the same bits for the same
// number of processes; a bucket has its share of the points, whatever they are. Cost a round: the own points and as many
// lists are sent once.
#pragma once

#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

template <class T>
KnnLists exact_among_processes(const Matrix<T>& points, std::size_t k, const RunContext& run);

template <class T>
KnnLists approximate_among_processes(const Matrix<T>& points, std::size_t k, double recall, const RunContext& run);

Graph knn_graph_among_processes(const KnnLists& lists, const RunContext& run);

}  // namespace cgsd
