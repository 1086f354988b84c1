// The community of a node by those of its neighbours, however communities are mixed.
//
//   P(a | neighbours) ∝ n_a Π_v (e_(a, c_v) + 1) / (Σ_b e_ab + c),   e_ab the edge ends in a whose other end is in b
//
// the posterior of a block model with as many nodes n_a and edge ends as were counted. Neighbours may be alike or not.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct Vote {
  std::int32_t community = 0;
  double margin = 0.0;  // of the probabilities of the first and the second, in [0, 1]
};

class BlockVote {
 public:
  // `partition` is of the first nodes of `graph`; entries of others are not counted.
  BlockVote(GraphView graph, const Partition& partition, const RunContext& run);

  Vote operator()(std::span<const std::int32_t> communities_of_neighbours) const;
  double log_share(std::size_t a, std::size_t b) const { return log_share_(a, b); }  // ln of b's among a's neighbours

 private:
  Matrix<double> log_share_;  // of b among the neighbours of a
  std::vector<double> log_size_;
};

// How well the neighbours of a known node fit each community: a softmax of the mean of ln P(c_v | a), times √degree. The
// neighbours of a node are no independent witnesses, hence not the sum; sizes of communities do not count. A node without
// neighbours fits all alike. Graph and partition must outlive it. Cost: O(m c), and O(degree) per question.
class BlockFit {
 public:
  BlockFit(GraphView graph, const Partition& partition, const RunContext& run);
  double share(std::size_t node, std::size_t community) const;

 private:
  double score(std::size_t node, std::size_t community) const;

  GraphView graph_;
  std::vector<std::int32_t> room_;
  std::span<const std::int32_t> community_of_;  // of ghosts too
  BlockVote vote_;
  std::vector<double> highest_;
  std::vector<double> sum_;
};

}  // namespace cgsd
