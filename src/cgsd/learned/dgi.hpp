// Deep Graph Infomax: an embedding whose rows a summary of the whole distinguishes from those of a shuffled graph.
//
//   H = prelu(Â X W + b),  s = σ(mean of the rows of H),  H' the same for X with its rows shuffled, anew every epoch
//   loss = mean over both halves of the cross-entropy of σ(h_v D sᵀ + d) with 1 for H and 0 for H'
//
// Comes back: the embedding H, clustered by K-means (embedding_clusters.hpp), and how training went
// (training_loop.hpp). Â = D^-½ (A + I) D^-½; one slope of prelu for all units. Published settings are the defaults:
// 512 units, Adam 1e-3, up to 10,000 epochs, patience 20 on the loss, rows of X divided by their sum. W is Xavier
// uniform, D as PyTorch draws a bilinear form (bound √(6 / (h² + h))), b and d 0, the slope ¼.
// How: X W is computed once for both halves, since shuffling the rows of X shuffles those of X W.
// Promises: the same bits at any number of threads; no label is seen. Cost: O((nnz(X) + m) h + n h) an epoch.
// Source: Veličković et al., Deep Graph Infomax, ICLR 2019, and its authors' code. Deviations: none known.
#pragma once

#include "cgsd/learned/embedding_clusters.hpp"
#include "cgsd/learned/graph_convolution.hpp"
#include "cgsd/learned/training_loop.hpp"
#include "cgsd/nn/operations/rows.hpp"

namespace cgsd {

struct DgiOptions {
  std::int32_t communities = 2;
  std::int32_t width = 512;
  std::int32_t epochs = 10'000;
  std::int32_t patience = 20;
  AdamOptions adam{.learning_rate = 1e-3, .l2 = 0.0};
};

inline void describe(OptionVisitor& v, DgiOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "clusters of K-means");
  v.number("width", o.width, {1, 100'000}, "units of the layer");
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps at most");
  v.number("patience", o.patience, {0, 1'000'000}, "epochs without a lower loss after which training ends; 0: never");
  v.group("adam", o.adam);
}

// Throws InvalidArgument without attributes, for a directed graph and for more communities than nodes.
EmbeddingResult dgi(const AttributedGraphView& input, const DgiOptions& options, const RunContext& run);

// The model itself; weights: W (attributes × h), b (1 × h), slope (1 × 1), D (h × h), d (1 × 1).
template <class T>
class DgiModel : public TrainableModel<T> {
 public:
  DgiModel(const AttributedGraphView& input, const DgiOptions& options, const RunContext& run);
  std::vector<Matrix<T>> initial_weights() const override;
  Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) override;
  Var output(Tape<T>& tape, std::span<const Var> weights) override;
  std::vector<std::uint32_t> shuffled_rows(std::int32_t epoch) const;

 private:
  Var encoded(Tape<T>& tape, Var transformed, std::span<const Var> weights) const;

  std::size_t width_;
  AttributeMatrix<T> attributes_;
  SparseMatrix<T> adjacency_;
  RandomStream initial_;
  RandomStream shuffle_;
  RowSelection shuffled_;
};

}  // namespace cgsd
