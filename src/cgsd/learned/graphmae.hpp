// GraphMAE: an embedding from which the attributes of masked nodes can be predicted.
//
//   E = two layers of graph attention (attention.hpp) with 4 heads, each followed by bias and prelu
//   R = E C, rows of masked nodes set to 0;  Y = one attention head on R with weights to the attributes, and bias
//   loss = mean over masked nodes of (1 − cos(y_v, x_v))^γ
//
// Every epoch half of the nodes is masked: 95 % of these get a learned token for attributes, 5 % the row of another
// node.
// Comes back: E of the graph without masks and dropout, clustered by K-means (embedding_clusters.hpp), and how training
// went (training_loop.hpp). Published settings (Cora) are the defaults: 512 = 4 × 128 units, 1500 epochs, Adam 1e-3
// with L2 2e-4 on a cosine schedule, dropout .2 on the inputs of layers and .1 on attention, γ = 3, self-loops added,
// rows of X divided by their sum; attention weights are Xavier normal with gain √2, C U(−1/√h, 1/√h), token 0.
// How: X stays sparse (replacing rows commutes with the product), R is made for nodes that are not masked only, and
// Y for those that are, after the attention has gathered: gathering commutes with the product, too.
// Promises: the same bits at any number of threads; no label is seen. Cost: O(n h (h + f) + m h) an epoch.
// Source: Hou et al., GraphMAE: Self-Supervised Masked Graph Autoencoders, KDD 2022, and its authors' code.
// Deviation: dropout on the token is drawn once an epoch for all masked nodes alike. Edge weights do not count.
#pragma once

#include <optional>

#include "cgsd/learned/embedding_clusters.hpp"
#include "cgsd/learned/graph_convolution.hpp"
#include "cgsd/learned/training_loop.hpp"
#include "cgsd/nn/operations/attention.hpp"

namespace cgsd {

struct GraphmaeOptions {
  std::int32_t communities = 2;
  std::int32_t heads = 4;
  std::int32_t head_width = 128;
  std::int32_t epochs = 1500;
  double masked_nodes = 0.5;
  double replaced = 0.05;
  double attribute_dropout = 0.2;
  double attention_dropout = 0.1;
  double gamma = 3.0;
  AdamOptions adam{.learning_rate = 1e-3, .l2 = 2e-4};
};

inline void describe(OptionVisitor& v, GraphmaeOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "clusters of K-means");
  v.number("heads", o.heads, {1, 1000}, "attention heads of each layer");
  v.number("head_width", o.head_width, {1, 100'000}, "units of each head");
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps");
  v.number("masked_nodes", o.masked_nodes, {0.0, 1.0}, "share of the nodes masked in an epoch");
  v.number("replaced", o.replaced, {0.0, 1.0}, "share of these that get another node's attributes, not the token");
  v.number("attribute_dropout", o.attribute_dropout, {0.0, 0.99}, "dropout on the input of each layer");
  v.number("attention_dropout", o.attention_dropout, {0.0, 0.99}, "dropout on the attention");
  v.number("gamma", o.gamma, {1.0, 100.0}, "exponent γ of the loss");
  v.group("adam", o.adam);
}

// Throws InvalidArgument without attributes, for a directed graph and for more communities than nodes.
EmbeddingResult graphmae(const AttributedGraphView& input, const GraphmaeOptions& options, const RunContext& run);

// What an epoch draws: the masked nodes, how they are hidden, and whose attributes all nodes have.
struct NodeMask {
  RowSelection masked;
  RowSelection visible;
  RowSelection with_token;
  RowSelection attributes_of;  // one per node: itself but for the nodes that get another's
};

// The model itself; weights: token (1 × f); per layer W, own, other (heads × width), bias, slope; C (h × h); decoder
// W (h × f), own, other, bias (1 × f).
template <class T>
class GraphmaeModel : public TrainableModel<T> {
 public:
  GraphmaeModel(const AttributedGraphView& input, const GraphmaeOptions& options, const RunContext& run);
  std::vector<Matrix<T>> initial_weights() const override;
  Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) override;
  Var output(Tape<T>& tape, std::span<const Var> weights) override;
  NodeMask mask(std::int32_t epoch) const;

 private:
  using Dropping = std::optional<RandomStream>;  // none: no dropout
  AttentionLayer attention(std::span<const Var> vectors, const Dropping& dropping) const;
  Var layer(Tape<T>& tape, Var transformed, std::span<const Var> weights, const Dropping& dropping) const;
  Var masked_input(Tape<T>& tape, std::span<const Var> weights, RandomStream stream);
  Var decoded_cosines(Tape<T>& tape, Var embedding, std::span<const Var> weights, RandomStream stream);

  GraphmaeOptions options_;
  AttributeMatrix<T> attributes_;
  EntryPattern pattern_;
  RandomStream initial_;
  RandomStream masks_;
  RandomStream dropout_;
  // Of the present epoch.
  std::optional<NodeMask> mask_;
  std::optional<AttributeMatrix<T>> dropped_;
  std::optional<SparseMatrix<T>> scatter_;  // n × visible nodes
  std::optional<SparseMatrix<T>> targets_;  // attributes of the masked nodes
};

}  // namespace cgsd
