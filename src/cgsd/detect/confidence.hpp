// How sure a method is of each node's community, and which other community comes next.
//
// By what the method has, the first of these that it has:
//   centres and walk  √(p w): p the softmax share of the own centre of K-means (clustering/centre_shares.hpp), w the share
//                     of the own community where a walk of three steps over the k-NN graph ends
//                     (rounding/smoothing.hpp). `default`; every rounding with a k-NN graph
//   … and edges       ³√(p w b), b the share of the own community by the neighbours' (block_vote.hpp): if edges alone made
//                     the coordinates, they also tell directly
//   centres           p alone: every other method that ends in K-means, and if nothing was smoothed
//   assignment        the share of the own column of a soft assignment (dmon, mincut, vgraph)
//   edges             the share of a node's edge weight that stays in its community: modularity has nothing else. A node
//                     without edges has no value (NaN) and no other community
// The next community is the one of the largest value by the same rule, the lower of equals.
//
// It ranks, it is not a probability: on graphs with classes, nodes of high confidence are more often right
// (docs/notes/confidence.md has how often); .8 does not mean that four of five are. No label is read.
// Promises: values in [0, 1] or NaN; the same bits at any number of threads.
// Cost: O(n c width + k-NN edges · c), O(m) by edges; memory O(n) beside 32 columns at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/block_vote.hpp"
#include "cgsd/detect/method.hpp"

namespace cgsd {

enum class ConfidenceSource { centres_and_walk, centres_walk_and_edges, centres, assignment, edges };
constexpr auto enum_names(ConfidenceSource) {
  using S = ConfidenceSource;
  return std::array{
      EnumName<S>{S::centres_and_walk, "centres_and_walk", "nearness to the centre, and the community of near nodes"},
      EnumName<S>{S::centres_walk_and_edges, "centres_walk_and_edges", "these, and the communities of its neighbours"},
      EnumName<S>{S::centres, "centres", "nearness to the centre of the community"},
      EnumName<S>{S::assignment, "assignment", "the method's own soft assignment"},
      EnumName<S>{S::edges, "edges", "share of a node's edges that stay in its community"}};
}

struct Confidence {
  ConfidenceSource source = ConfidenceSource::edges;
  std::vector<double> own;          // one per node
  std::vector<std::int32_t> other;  // the next best community; kNoOther if no other has any
  std::vector<double> other_value;  // what its confidence would be
};

Confidence confidence(GraphView graph, const MethodResult& result, const RunContext& run);

// The parts, each by its rule.
struct WalkedClustering {
  MatrixView<double> points;  // that were clustered
  const KmeansResult& clustering;
  const Affinity& affinity;              // the k-NN graph
  const BlockFit* neighbours = nullptr;  // if edges alone made the points
};
Confidence walk_confidence(const WalkedClustering& of, const RunContext& run);
Confidence assignment_confidence(const Matrix<float>& assignment, const Partition& partition, const RunContext& run);
Confidence edge_confidence(GraphView graph, const Partition& partition, const RunContext& run);

}  // namespace cgsd
