// CCA-SSG: an embedding that two random views of the graph agree on, with uncorrelated columns.
//
//   Z = two graph convolutions with relu between them (convolution_encoder.hpp), Z1 and Z2 those of two views
//   (random_view.hpp), their columns with mean 0 and deviation 1
//   loss = −Tr(Z1ᵀ Z2) / n + λ Σ over both views of ‖Zᵀ Z / n − I‖²_F
//
// Comes back: Z of the graph itself, clustered by K-means (embedding_clusters.hpp), and how training went
// (training_loop.hpp). Published settings (Cora) are the defaults: 512 units in both layers, 50 epochs, Adam 1e-3,
// λ = 1e-3, 40 % of the entries dropped, 10 % of the attributes masked, rows of X divided by their sum.
// Promises: the same bits at any number of threads; no label is seen. Cost: O((nnz(X) + m) h + n h²) an epoch.
// Source: Zhang et al., From Canonical Correlation Analysis to Self-supervised Graph Neural Networks, NeurIPS 2021,
// and its authors' code. Deviations: none known.
#pragma once

#include <optional>

#include "cgsd/learned/convolution_encoder.hpp"
#include "cgsd/learned/embedding_clusters.hpp"
#include "cgsd/learned/training_loop.hpp"

namespace cgsd {

struct CcaSsgOptions {
  std::int32_t communities = 2;
  std::int32_t width = 512;
  std::int32_t epochs = 50;
  double decorrelation_weight = 1e-3;
  double dropped_entries = 0.4;
  double masked_attributes = 0.1;
  AdamOptions adam{.learning_rate = 1e-3, .l2 = 0.0};
};

inline void describe(OptionVisitor& v, CcaSsgOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "clusters of K-means");
  v.number("width", o.width, {1, 100'000}, "units of each layer");
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps");
  v.number("decorrelation_weight", o.decorrelation_weight, {.low = 0.0}, "weight λ of the second term");
  v.number("dropped_entries", o.dropped_entries, {0.0, 1.0}, "share of the entries that a view drops");
  v.number("masked_attributes", o.masked_attributes, {0.0, 1.0}, "share of the attributes that a view masks");
  v.group("adam", o.adam);
}

// Throws InvalidArgument without attributes, for a directed graph and for more communities than nodes.
EmbeddingResult cca_ssg(const AttributedGraphView& input, const CcaSsgOptions& options, const RunContext& run);

// The model itself; weights: those of the encoder.
template <class T>
class CcaSsgModel : public TrainableModel<T> {
 public:
  CcaSsgModel(const AttributedGraphView& input, const CcaSsgOptions& options, const RunContext& run);
  std::vector<Matrix<T>> initial_weights() const override;
  Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) override;
  Var output(Tape<T>& tape, std::span<const Var> weights) override;
  RandomView<T> view(std::int32_t epoch, std::uint64_t number) const;  // number 0 or 1

 private:
  CcaSsgOptions options_;
  ConvolutionEncoder<T> encoder_;
  ViewSource<T> source_;
  RandomStream initial_;
  RandomStream views_;
  Matrix<T> identity_;
  std::optional<RandomView<T>> present_[2];
};

}  // namespace cgsd
