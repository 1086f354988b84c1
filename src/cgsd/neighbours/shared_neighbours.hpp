// The k nearest neighbours if several processes have some of the points each (graph/processes.hpp).
//
//   exact_among_processes         every process gets all points and finds the neighbours of its own (exact_neighbours.hpp).
//                                 For few points
//   approximate_among_processes   in rounds: random hyperplanes cut all points into as many buckets as there are processes,
//                                 each gets one, cuts it further by trees and compares what shares a leaf
//                                 (approximate_neighbours.hpp), and sends the neighbours home. Rounds end at `recall`,
//                                 measured on a sample whose true neighbours are known
//   listed_by_others              for knn_graph(): whose lists the own points are in
//   pair_distances                how far the two ends of every entry of the k-NN graph are apart
//
// Comes back: the lists of the own points, ids among all. Promises: those of knn_graph.hpp; the same bits for the same
// number of processes; a bucket has its share of the points, whatever they are. Cost a round: the own points and as many
// lists are sent once. An entry of a list is told to the other's process, 8 bytes for the graph and 16 for the distances; no
// list of another process is fetched.
#pragma once

#include <vector>

#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

template <class T>
KnnLists exact_among_processes(const Matrix<T>& points, std::size_t k, const RunContext& run);

template <class T>
KnnLists approximate_among_processes(const Matrix<T>& points, std::size_t k, double recall, const RunContext& run);

// `node`, counted from 0, is in the list of `by`, a number among all.
struct ListedBy {
  NodeId node;
  NodeId by;
};
std::vector<std::vector<ListedBy>> listed_by_others(const KnnLists& lists, const RunContext& run);

// One number per entry of the graph of these lists: the distance, as the list of the lower id has it if it does, else the
// other. Negative (−0 too) if only one of the two lists the other.
std::vector<double> pair_distances(const KnnLists& lists, GraphView graph, const RunContext& run);

}  // namespace cgsd
