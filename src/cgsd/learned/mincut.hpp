// MinCut pooling: a soft assignment of a small normalised cut and of balanced, orthogonal communities.
//
//   H = elu(Ã X W + X U + b),  S = softmax(H V + v), one column per community
//   loss = −Tr(Sᵀ Ã S) / Tr(Sᵀ D̃ S) + ‖SᵀS / ‖SᵀS‖_F − I / √c‖_F,  Ã = D^-½ A D^-½, D̃ its row sums
//
// Comes back: S, the community of every node (its largest element), and how training went (training_loop.hpp).
// Published settings are the defaults: 16 units, Adam 5e-4, 10,000 epochs and no early end, rows of X divided by their
// sum. W and U are N(0, 2 / attributes), V is Xavier uniform, b and v 0. (The published PyTorch script ends training by
// the agreement with the labels; there is nothing of that here.)
// Promises: the same bits at any number of threads; no label is seen. Cost: O((nnz(X) + m) h + n h c) an epoch.
// A graph without edges has no loss: training then ends at once with loss_not_finite.
// Source: Bianchi, Grattarola & Alippi, Spectral Clustering with Graph Neural Networks for Graph Pooling, ICML 2020,
// and its authors' code. Deviation: normal numbers are not cut off at two deviations, as Keras cuts them.
#pragma once

#include "cgsd/learned/embedding_clusters.hpp"
#include "cgsd/learned/graph_convolution.hpp"
#include "cgsd/learned/training_loop.hpp"

namespace cgsd {

struct MincutOptions {
  std::int32_t communities = 2;
  std::int32_t width = 16;
  std::int32_t epochs = 10'000;
  AdamOptions adam{.learning_rate = 5e-4, .l2 = 0.0};
};

inline void describe(OptionVisitor& v, MincutOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "columns of the assignment");
  v.number("width", o.width, {1, 100'000}, "units of the layer");
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps");
  v.group("adam", o.adam);
}

// Throws InvalidArgument without attributes, for a directed graph and for more communities than nodes.
AssignmentResult mincut(const AttributedGraphView& input, const MincutOptions& options, const RunContext& run);

// The model itself; weights: W | U side by side (attributes × 2h), b (1 × h), V (h × c), v (1 × c).
template <class T>
class MincutModel : public TrainableModel<T> {
 public:
  MincutModel(const AttributedGraphView& input, const MincutOptions& options, const RunContext& run);
  std::vector<Matrix<T>> initial_weights() const override;
  Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) override;
  Var output(Tape<T>& tape, std::span<const Var> weights) override;

 private:
  std::size_t width_;
  AttributeMatrix<T> attributes_;
  SparseMatrix<T> adjacency_;
  Matrix<T> degrees_;   // of Ã, n × 1
  Matrix<T> identity_;  // c × c
  RandomStream initial_;
};

}  // namespace cgsd
