// GRACE: an embedding in which a node is nearer to itself in another view than to every other node in both.
//
//   Z = two graph convolutions, each followed by the activation (convolution_encoder.hpp), 2h and h units
//   U and V = rows of length 1 of elu(Z P + p) Q + q for two random views (random_view.hpp)
//   loss = mean over nodes of ½ (ℓ(u_i, v_i) + ℓ(v_i, u_i)), the negatives of both views (info_nce, contrastive.hpp)
//
// Comes back: Z of the graph itself, clustered by K-means (embedding_clusters.hpp), and how training went
// (training_loop.hpp). Published settings (Cora) are the defaults: h = p = 128, relu, 200 epochs, Adam 5e-4 with
// L2 1e-5, entries dropped .2 and .4, attributes masked .3 and .4, temperature .4, rows of X divided by their sum.
// Elsewhere the authors take prelu, .4 and .1, .1 and .2. P, p, Q, q are U(−1/√in, 1/√in).
// Promises: never an n × n matrix; the same bits at any number of threads; no label is seen. Cost: O(n² h) an epoch.
// Source: Zhu et al., Deep Graph Contrastive Representation Learning, 2020, and its authors' code. Deviations: none
// known.
#pragma once

#include <optional>

#include "cgsd/learned/convolution_encoder.hpp"
#include "cgsd/learned/embedding_clusters.hpp"
#include "cgsd/learned/training_loop.hpp"

namespace cgsd {

struct GraceOptions {
  std::int32_t communities = 2;
  std::int32_t width = 128;
  std::int32_t projection_width = 128;
  std::int32_t epochs = 200;
  ConvolutionActivation activation = ConvolutionActivation::relu;
  double temperature = 0.4;
  double dropped_entries_first = 0.2;
  double dropped_entries_second = 0.4;
  double masked_attributes_first = 0.3;
  double masked_attributes_second = 0.4;
  AdamOptions adam{.learning_rate = 5e-4, .l2 = 1e-5};
};

inline void describe(OptionVisitor& v, GraceOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "clusters of K-means");
  v.number("width", o.width, {1, 50'000}, "units of the second layer; the first has twice as many");
  v.number("projection_width", o.projection_width, {1, 100'000}, "hidden units of the projection");
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps");
  v.choice("activation", o.activation, "after each layer");
  v.number("temperature", o.temperature, {0.01, 100.0}, "of the similarities");
  v.number("dropped_entries_first", o.dropped_entries_first, {0.0, 1.0}, "share of the entries the first view drops");
  v.number("dropped_entries_second", o.dropped_entries_second, {0.0, 1.0}, "share the second view drops");
  v.number("masked_attributes_first", o.masked_attributes_first, {0.0, 1.0},
           "share of attributes the first view masks");
  v.number("masked_attributes_second", o.masked_attributes_second, {0.0, 1.0}, "share the second view masks");
  v.group("adam", o.adam);
}

// Throws InvalidArgument without attributes, for a directed graph and for more communities than nodes.
EmbeddingResult grace(const AttributedGraphView& input, const GraceOptions& options, const RunContext& run);

// The model itself; weights: those of the encoder, then P (h × p), p (1 × p), Q (p × h), q (1 × h).
template <class T>
class GraceModel : public TrainableModel<T> {
 public:
  GraceModel(const AttributedGraphView& input, const GraceOptions& options, const RunContext& run);
  std::vector<Matrix<T>> initial_weights() const override;
  Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) override;
  Var output(Tape<T>& tape, std::span<const Var> weights) override;
  RandomView<T> view(std::int32_t epoch, std::uint64_t number) const;  // number 0 or 1

 private:
  GraceOptions options_;
  ConvolutionEncoder<T> encoder_;
  ViewSource<T> source_;
  RandomStream initial_;
  RandomStream views_;
  std::optional<RandomView<T>> present_[2];
};

}  // namespace cgsd
