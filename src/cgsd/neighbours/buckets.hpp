// The points of all processes, cut into as many buckets of near points as there are processes; each process has one.
//
//   regrouped(bucket, stream, run)   every point, with what was found for it so far, goes to a bucket of a new cut
//   sent_home(bucket, run)           the lists of the own points, by their rows
//
// How: the first levels of a projection tree (projection_tree.hpp). A part is projected on the difference of two of its
// points, drawn at random, and cut where the processes on either side get their share; ties go by id. Where that is, is found
// by counting: 64 sums of one number per part and level, and no point moves before all cuts are known. Points, ids and
// distances move one after another, and what has moved is let go first.
// Promises: the same bits for the same number of processes; bucket sizes differ by one at most.
// Cost: O(n d log processes), every point and list sent once; what is under way at a time is bounded.
#pragma once

#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

template <class T>
struct Bucket {
  std::vector<NodeId> ids;  // among all
  Matrix<T> points;
  KnnLists lists{};  // of these points; none yet: no columns
};

// The own points, as they are.
template <class T>
Bucket<T> own_bucket(const Matrix<T>& points, const RunContext& run);

template <class T>
Bucket<T> regrouped(Bucket<T> bucket, const RandomStream& stream, const RunContext& run);

template <class T>
KnnLists sent_home(Bucket<T> bucket, const RunContext& run);

}  // namespace cgsd
