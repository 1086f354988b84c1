// The k nearest neighbours if several processes have some of the points each (graph/processes.hpp).
//
//   exact_among_processes         every process gets all points and finds the neighbours of its own (exact_neighbours.hpp).
//                                 For few points
//   approximate_among_processes   tree after tree, as one process does (approximate_neighbours.hpp): the first levels of a
//                                 tree cut all points into as many buckets as there are processes, each gets one, with the
//                                 lists of its points (buckets.hpp), and goes on with that tree alone. Trees end at `recall`,
//                                 measured on a sample whose true neighbours are known
//   for_each_listing              for knn_rows(): whose lists the own points are in
//   pair_distances                how far the two ends of every entry of the k-NN graph are apart
//
// Comes back: the lists of the own points, ids among all. Promises: those of knn_graph.hpp; the same bits for the same
// number of processes; a bucket has its share of the points, whatever they are. Cost a tree: as many points as the own and
// their lists are sent once. An entry of a list is told to the other's process, 8 bytes twice for the graph and 16 for the
// distances; no list of another process is fetched.
#pragma once

#include <functional>
#include <vector>

#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

template <class T>
KnnLists exact_among_processes(const Matrix<T>& points, std::size_t k, const RunContext& run);

template <class T>
KnnLists approximate_among_processes(const Matrix<T>& points, std::size_t k, double recall, const RunContext& run);

// listed(node, by): the own node, counted from 0, is in the list of `by`, a number among all.
using Listing = std::function<void(NodeId node, NodeId by)>;
void for_each_listing(const KnnLists& lists, const RunContext& run, const Listing& listed);

// One number per entry of the graph of these lists: the distance, as the list of the lower id has it if it does, else the
// other. Negative (−0 too) if only one of the two lists the other.
std::vector<double> pair_distances(const KnnLists& lists, const KnnRows& rows, const RunContext& run);

}  // namespace cgsd
