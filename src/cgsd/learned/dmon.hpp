// Deep Modularity Networks: a soft assignment of high modularity, made by one graph convolution.
//
//   P = X W,  H = selu(Â P + P diag(s) + b),  S = softmax(dropout(H V + v)), one column per community
//   loss = −Tr(Sᵀ B S) / 2m + λ (√c / n · ‖Σ_v S_v‖ − 1),  B = A − d dᵀ / 2m
//
// Comes back: S without dropout, the community of every node (its largest element), and how training went
// (training_loop.hpp). Â = D^-½ (A + I) D^-½; the loss takes A without loops. Published settings are the defaults: 64
// units, Adam 1e-3 (ε 1e-7, Keras'), 1000 epochs, λ = 1, attributes as given, no dropout (the authors take 0.5 for
// Cora). W is Xavier uniform, s and b U(−√(3/h), √(3/h)) as Keras draws them, V orthogonal, v 0. The authors' code
// divides by 2m twice, which halves the first term and its null model once more: modularity = code.
// Promises: the same bits at any number of threads; no label is seen. Cost: O((nnz(X) + m) h + n h c) an epoch.
// A graph without edges has no loss: training then ends at once with loss_not_finite.
// Source: Tsitsulin et al., Graph Clustering with Graph Neural Networks, JMLR 2023, and its authors' code. Deviations:
// none known.
#pragma once

#include <array>

#include "cgsd/learned/embedding_clusters.hpp"
#include "cgsd/learned/graph_convolution.hpp"
#include "cgsd/learned/training_loop.hpp"

namespace cgsd {

enum class DmonModularity { paper, code };
constexpr auto enum_names(DmonModularity) {
  return std::array{EnumName<DmonModularity>{DmonModularity::paper, "paper", "−Tr(Sᵀ(A − ddᵀ/2m)S) / 2m"},
                    EnumName<DmonModularity>{DmonModularity::code, "code", "−Tr(Sᵀ(A − ddᵀ/4m)S) / 4m"}};
}

struct DmonOptions {
  std::int32_t communities = 2;
  std::int32_t width = 64;
  std::int32_t epochs = 1000;
  double dropout = 0.0;
  double collapse_weight = 1.0;
  DmonModularity modularity = DmonModularity::paper;
  AdamOptions adam{.learning_rate = 1e-3, .l2 = 0.0, .epsilon = 1e-7};
};

inline void describe(OptionVisitor& v, DmonOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "columns of the assignment");
  v.number("width", o.width, {1, 100'000}, "units of the layer");
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps");
  v.number("dropout", o.dropout, {0.0, 0.99}, "share of the logits dropped in training");
  v.number("collapse_weight", o.collapse_weight, {.low = 0.0}, "weight λ of the term against one large community");
  v.choice("modularity", o.modularity, "how the first term is scaled");
  v.group("adam", o.adam);
}

// Throws InvalidArgument without attributes, for a directed graph and for more communities than nodes.
AssignmentResult dmon(const AttributedGraphView& input, const DmonOptions& options, const RunContext& run);

// The model itself; weights: W (attributes × h), b, s (1 × h), V (h × c), v (1 × c).
template <class T>
class DmonModel : public TrainableModel<T> {
 public:
  DmonModel(const AttributedGraphView& input, const DmonOptions& options, const RunContext& run);
  std::vector<Matrix<T>> initial_weights() const override;
  Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) override;
  Var output(Tape<T>& tape, std::span<const Var> weights) override;

 private:
  Var logits(Tape<T>& tape, std::span<const Var> weights) const;

  DmonOptions options_;
  AttributeMatrix<T> attributes_;
  SparseMatrix<T> normalised_;
  SparseMatrix<T> adjacency_;
  Matrix<T> degrees_;  // n × 1
  double ends_ = 0.0;  // 2m
  RandomStream initial_;
  RandomStream dropout_;
};

}  // namespace cgsd
