// The graph's own structure as coordinates, each as far as the attributes confirm it.
//
// Candidates are the eigenvectors of the regularised adjacency (spectral/regularised_adjacency.hpp), the first left
// out, beyond the bulk of a random graph, y_j = √(q / (1 − q/n)) |λ_j| > 1, q the mean degree or what weights make of
// it. Eigenvector v_j, centred and of length 1, has the weight R_j √(κ_j min(1, 3 / kurtosis_j)). R_j, from 0 to 1, tells how far
// attributes confirm it (confirmed_vectors.hpp), so noisy attributes exclude nothing, and good ones exclude what they do not
// confirm. κ_j = 1 − 1 / θ² with θ + 1 / θ = 2 y_j is its clarity, the share of it that is signal, as o is of the attributes:
// either counts by what it holds. A vector concentrated on few nodes counts little. As far as attributes are noise, the coordinates
// T_vj = √n v_j · weight_j · max(½, 1 / √(c − 1)) are replaced by means over the neighbours: two
// rounds of rows ← unit(N · unit(rows)) with the signs of λ, which removes the influence of degrees.
//
// Two partitions: if just c − 1 eigenvectors are beyond the bulk, spread over the graph, and attributes confirm none
// (R_j < 0.2), edges and attributes show different communities. The clearer ones are taken. Clarity in the edges is the
// mean κ, and must be above ½; in the attributes it is o, or 0 unless c − 1 of their directions stand out of noise. If edges are
// clearer, the topology stands alone.
//
// One partition that edges show far more clearly: attributes confirm c − 1 eigenvectors (R_j > ½), all are spread over the graph, and
// signal to noise, κ / (1 − κ), is more than twice that of the attributes, o / (1 − o). Then neighbours have the last vote
// (detect/edge_refinement.hpp), as if edges were alone. Twice: on planted partitions the vote gains up to there, and loses from four
// times less on.
//
// Edges alone (no attributes, or noise): the c − 1 strongest are taken even in the bulk, clarity does not count, and groups whose members are
// joined to each other come first. Only λ > 0 counts if S₊ ≥ S / 2, S = Σ max(0, y_j² − 1) over the c − 1 largest |λ|,
// S₊ over the c − 1 largest λ > 0. A grid or a tree has two sides, so −λ beside every λ, and is not to be two-coloured.
//
// Promises: the same bits at any number of threads. Cost: O(pairs · m) products. Nothing for fewer than 4 nodes, for
// graphs of mean degree up to 4 with attributes, and if no eigenvector counts.
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/diffusion/confirmed_vectors.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct TopologyOptions {
  std::int32_t pairs = 16;
  double weight = 0.5;
};

inline void describe(OptionVisitor& v, TopologyOptions& o) {
  v.number("pairs", o.pairs, {0, 1000}, "eigenvectors of the graph to consider; 0: its structure is not used");
  v.number("weight", o.weight, {0.0, 100.0},
           "weight, beside the attributes, of an eigenvector that they fully confirm");
}

// The eigenvectors before the means over neighbours: the coordinates of new nodes are made of them.
struct TopologyBasis {
  Matrix<float> rows;          // √n v_j · weight_j · max(½, 1 / √(c − 1)), n × used
  std::vector<double> offset;  // what centring took from each column, in the same unit
  double regulariser = 0.0;    // t
  double root_mean_square = 0.0;
  double share = 0.0;  // of the eigenvectors themselves, against the means over neighbours
};

struct TopologyView {
  Matrix<float> coordinates;     // n × used
  std::vector<double> weights;   // of those used
  std::vector<double> values;    // λ of those used
  std::int32_t beyond_bulk = 0;  // how many were candidates
  double clarity = 0.0;          // 1 − 1 / θ², their mean
  bool unconfirmed = false;      // edges and attributes show different communities
  bool alone = false;            // attributes do not count
  bool decides = false;          // attributes confirm it, but it shows far more clearly than they do
  bool assortative = false;      // alone, and made of groups whose members are joined to each other
  TopologyBasis basis;
};

TopologyView topology_view(GraphView graph, const ConfirmingAttributes& attributes, const TopologyOptions& options,
                           const RunContext& run);

// Σ_j (1 − 1 / θ_j²) min(1, 3 / kurtosis_j) over the first `pairs` eigenvectors after the first: how much of the graph's
// structure stands out of chance. θ + 1 / θ = 2 |λ_j| / λ', λ' the second eigenvalue of three copies joined at random
// (graph/rewiring.hpp; of one beyond 20,000 nodes), in the mean, and three of the standard deviations .63 n^−⅔ that the largest
// eigenvalue of noise has, as a share of itself (Tracy & Widom). 0 for fewer than 4 nodes.
double structure_clarity(GraphView graph, RandomStream random, std::int32_t pairs, const RunContext& run);

// Coordinates of new nodes: in `graph`, of which `basis.rows` has the first nodes, those that follow.
// An eigenvector is continued by N v = λ v (Nyström), through two rounds, so that new neighbours of a new node count.
// If no known node can be reached within two steps they are 0 before centring, as they are at isolated nodes.
Matrix<float> continued_coordinates(const TopologyBasis& basis, std::span<const double> values, GraphView graph,
                                    const RunContext& run);

}  // namespace cgsd
