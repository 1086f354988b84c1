// NS4GC: an embedding whose similarities across two views are 1 for a node and itself, high for neighbours, and low for
// nearly all other nodes.
//
//   Z = rows of length 1 of two graph convolutions with selu between them (convolution_encoder.hpp);
//   U and V those of two random views (random_view.hpp)
//   loss = −mean over nodes of u_i·v_i − λ mean over entries (i, j) of u_i·v_j
//          + γ mean over all other pairs i ≠ j of σ((u_i·v_j − split) / temperature)
//
// Comes back: Z of the graph itself, clustered by K-means (embedding_clusters.hpp), and how training went
// (training_loop.hpp). Published settings (Cora) are the defaults: 256 and 64 units, 200 epochs, Adam 1e-3 with L2
// 1e-5, λ = γ = 1, split .6, temperature .1, entries dropped .3, attributes masked .2, rows of X divided by their sum.
// Promises: never an n × n matrix; the same bits at any number of threads; no label is seen. Cost: O(n² d) an epoch.
// Edge weights count in the convolutions, not in the loss.
// Source: Liu et al., Reliable Node Similarity Matrix Guided Contrastive Graph Clustering, TKDE 2024, and its authors'
// code. Deviations: none known.
#pragma once

#include <optional>

#include "cgsd/learned/convolution_encoder.hpp"
#include "cgsd/learned/embedding_clusters.hpp"
#include "cgsd/learned/training_loop.hpp"
#include "cgsd/nn/entry_pattern.hpp"

namespace cgsd {

struct Ns4gcOptions {
  std::int32_t communities = 2;
  std::int32_t hidden = 256;
  std::int32_t width = 64;
  std::int32_t epochs = 200;
  double neighbour_weight = 1.0;
  double sparsity_weight = 1.0;
  double split = 0.6;
  double temperature = 0.1;
  double dropped_entries = 0.3;
  double masked_attributes = 0.2;
  AdamOptions adam{.learning_rate = 1e-3, .l2 = 1e-5};
};

inline void describe(OptionVisitor& v, Ns4gcOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "clusters of K-means");
  v.number("hidden", o.hidden, {1, 100'000}, "units of the first layer");
  v.number("width", o.width, {1, 100'000}, "units of the second layer");
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps");
  v.number("neighbour_weight", o.neighbour_weight, {.low = 0.0}, "weight λ of the similarity of neighbours");
  v.number("sparsity_weight", o.sparsity_weight, {.low = 0.0}, "weight γ of the similarity of all others");
  v.number("split", o.split, {-1.0, 1.0}, "the similarity from which on others count as similar");
  v.number("temperature", o.temperature, {1e-3, 100.0}, "how soft that limit is");
  v.number("dropped_entries", o.dropped_entries, {0.0, 1.0}, "share of the entries that a view drops");
  v.number("masked_attributes", o.masked_attributes, {0.0, 1.0}, "share of the attributes that a view masks");
  v.group("adam", o.adam);
}

// Throws InvalidArgument without attributes, for a directed graph and for more communities than nodes.
EmbeddingResult ns4gc(const AttributedGraphView& input, const Ns4gcOptions& options, const RunContext& run);

// The model itself; weights: those of the encoder.
template <class T>
class Ns4gcModel : public TrainableModel<T> {
 public:
  Ns4gcModel(const AttributedGraphView& input, const Ns4gcOptions& options, const RunContext& run);
  std::vector<Matrix<T>> initial_weights() const override;
  Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) override;
  Var output(Tape<T>& tape, std::span<const Var> weights) override;
  RandomView<T> view(std::int32_t epoch, std::uint64_t number) const;  // number 0 or 1

 private:
  Ns4gcOptions options_;
  ConvolutionEncoder<T> encoder_;
  ViewSource<T> source_;
  EntryPattern neighbours_;
  SparseMatrix<T> adjacency_;  // ones
  RandomStream initial_;
  RandomStream views_;
  std::optional<RandomView<T>> present_[2];
};

}  // namespace cgsd
