// The points of all processes, cut into as many buckets of near points as there are processes; each process gets one.
//
// How: the first levels of a projection tree (projection_tree.hpp). A part is projected on the difference of two of its
// points, drawn at random, and cut where the processes on either side get their share; ties go by id. Where that is, is found
// by counting: 64 sums of one number per part and level, and no point moves before all cuts are known.
//
// Comes back: own(), the bucket of this process by rising id among all; sent_home() brings what was found for its points
// back to where they belong. Promises: the same bits at any number of threads; bucket sizes differ by one at most.
// Cost: O(n d log processes), every point sent once; what is under way at a time is bounded.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/neighbours/knn_graph.hpp"

namespace cgsd {

struct Neighbour {
  double distance;
  NodeId id;
  auto operator<=>(const Neighbour&) const = default;
};

template <class T>
struct Bucket {
  std::vector<NodeId> ids;  // among all
  Matrix<T> points;
};

template <class T>
class Buckets {
 public:
  Buckets(const Matrix<T>& points, const RandomStream& stream, const RunContext& run);
  const Bucket<T>& own() const { return own_; }

  // `found` has a list for every point of own(), ids among all; take() gets those of every point of this process, by its row.
  // Buckets may have lists of different lengths.
  using Take = std::function<void(NodeId, std::span<const Neighbour>)>;
  void sent_home(const KnnLists& found, const RunContext& run, const Take& take) const;

 private:
  std::vector<std::vector<NodeId>> sent_;  // own points, by the process that has them now
  std::vector<std::size_t> received_;      // how many came from each
  Bucket<T> own_;
};

}  // namespace cgsd
