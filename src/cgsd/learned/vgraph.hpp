// vGraph: communities as hidden causes of edges: a node w draws a community, the community draws the neighbour c.
//
//   q(z | w, c) = softmax(Φ (e_w ⊙ e_c)),  prior p(z | w) = softmax(Φ e_w),  p(c | z) = softmax(φ_z W + b) over nodes
//   loss = mean over entries (w, c) of [−log p(c | z) + KL(q ‖ prior)] + λ mean over entries and communities of
//          (r_w − r_c)²,  r_v = Σ of q over the edges of v
//
// z is drawn from q anew every epoch, one-hot by Gumbel's trick with a straight-through gradient, at a temperature that
// begins at 1 and is multiplied by exp(−3e-5 · epoch) every 100 epochs, down to 0.3 at least.
// Comes back: r, the community of every node (its largest element), and how training went (training_loop.hpp).
// Attributes and edge weights do not count; a node without edges has r = 0 and goes to the first column. Published
// settings are the defaults: 128 numbers per node, Adam 0.1, 1001 epochs, λ = 0.1. e is N(0, 1), Φ and W Xavier
// uniform, b 0.
// How: q is the same both ways along an edge and made once; the decoder's n logits are made per community, not per
// entry (one_hot_cross_entropy), so that no sampling of negatives is needed at any size.
// Promises: the same bits at any number of threads; no label is seen. Cost: O(m d + n c d) an epoch.
// Since r is a sum, as in the authors' code, the last term grows with the square of the degrees: on graphs with a mean
// degree of 10 or more it can outweigh the others, and nothing is learned. A graph without edges has no loss: training
// then ends at once with loss_not_finite.
// Source: Sun et al., vGraph: A Generative Model for Joint Community Detection and Node Representation Learning,
// NeurIPS 2019, and its authors' code. Deviations: none known.
#pragma once

#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/learned/embedding_clusters.hpp"
#include "cgsd/learned/training_loop.hpp"
#include "cgsd/matrix/csr.hpp"
#include "cgsd/nn/operations/rows.hpp"

namespace cgsd {

struct VgraphOptions {
  std::int32_t communities = 2;
  std::int32_t width = 128;
  std::int32_t epochs = 1001;
  double smoothness_weight = 0.1;
  AdamOptions adam{.learning_rate = 0.1, .l2 = 0.0};
};

inline void describe(OptionVisitor& v, VgraphOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "columns of the assignment");
  v.number("width", o.width, {1, 100'000}, "numbers per node");
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps");
  v.number("smoothness_weight", o.smoothness_weight, {.low = 0.0}, "weight λ of the likeness of neighbours");
  v.group("adam", o.adam);
}

// Throws InvalidArgument for a directed graph and for more communities than nodes.
AssignmentResult vgraph(const AttributedGraphView& input, const VgraphOptions& options, const RunContext& run);

// The model itself; weights: e (n × d), Φ (c × d), W (d × n), b (1 × n).
template <class T>
class VgraphModel : public TrainableModel<T> {
 public:
  VgraphModel(const AttributedGraphView& input, const VgraphOptions& options, const RunContext& run);
  std::vector<Matrix<T>> initial_weights() const override;
  Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) override;
  Var output(Tape<T>& tape, std::span<const Var> weights) override;
  static double temperature(std::int32_t epoch);
  RandomStream draws(std::int32_t epoch) const { return draws_.at(static_cast<std::uint64_t>(epoch)); }  // of z

 private:
  Var edge_logits(Tape<T>& tape, std::span<const Var> weights) const;

  VgraphOptions options_;
  RowSelection lower_;  // of every edge, its end of the lower number, from the nodes
  RowSelection upper_;
  RowSelection edge_of_entry_;  // of every entry, from the edges: first all edges one way, then the other
  RowSelection source_;         // of every entry, from the nodes
  RowSelection target_;
  SparseMatrix<T> incidence_;  // n × edges
  RandomStream initial_;
  RandomStream draws_;
};

}  // namespace cgsd
