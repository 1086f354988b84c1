// Leiden's refinement: splits every community into connected pieces that are worth shrinking to one node.
//
// Within a community S every node starts alone. In random order, each node v that is still alone and well connected to
// S joins a well connected piece C of S, drawn with probability
//     Pr(C) ∝ exp(gain(v, C) / (θ w̄)) for gain(v, C) = w(v, C) − γ k_v K_C / W ≥ 0,
// its own, with gain 0, among them. w̄ is the mean weight of an edge of the graph, so that θ does not depend on the
// unit of the weights. A set A is well connected to S if w(A, S − A) ≥ γ K_A (K_S − K_A) / W. θ = 0 takes the
// largest gain. Symbols: weighted_network.hpp.
//
// Nodes choose in batches (neighbouring_batches.hpp); who has to wait for a neighbour chooses again after all others.
// Promises: every piece lies in one community and is connected, for v only ever joins a piece it has an edge to; the
// same bits at any number of threads. Cost: O(m). Source: Traag, Waltman & van Eck, From Louvain to Leiden, Sci. Rep. 9, 5233 (2019), algorithm
// A.2, which leaves the unit of θ open.
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/modularity/weighted_network.hpp"

namespace cgsd {

struct RefinementSettings {
  double resolution = 1.0;   // γ
  double randomness = 0.01;  // θ
  double mean_weight = 1.0;  // w̄
};

struct Refined {
  std::vector<NodeId> piece_of;
  NodeId pieces = 0;
};

// Needs a network with edges; labels of community_of lie in [0, nodes).
Refined refined(const WeightedNetwork& network, std::span<const NodeId> community_of,
                const RefinementSettings& settings, RandomSequence& random, const RunContext& run);

}  // namespace cgsd
