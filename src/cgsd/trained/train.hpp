// Steps 2 and 3: two layers of curvature-gated sheaf diffusion, trained without labels.
//
//   P1 = X W1,  Y = dropout(relu(blend(P1))),  H = [relu] blend(Y W2),  S = softmax(H W_Z)
//   loss = w_mod · modularity(S) + w_col · collapse(S) + w_rec · reconstruction
//
// Comes back: the embedding H (after the last step without dropout, or that of the epoch whose modularity and collapse,
// measured after the step with dropout on, were lowest), the assignment S that goes with it, and the evidence: losses
// before each step, gradient norms, the share of entries that the gate leaves open, and why training ended. Randomness:
// weights, dropout and noise are streams of the context's seed. Promises: the same bits at any number of threads; a run
// resumed from a checkpoint gives the same bits as one that was never interrupted. Float by default. A loss that is not
// finite ends training; that is data (`ending`), not an error: the weights, and the embedding made of them, are then
// those of the last step whose loss was finite. If the very first loss is not finite, there are none.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/nn/adam.hpp"
#include "cgsd/trained/losses.hpp"
#include "cgsd/trained/sheaf_diffusion.hpp"

namespace cgsd {

enum class KeptEmbedding { last, best };
constexpr auto enum_names(KeptEmbedding) {
  return std::array{EnumName<KeptEmbedding>{KeptEmbedding::last, "last", "after the last step, dropout off"},
                    EnumName<KeptEmbedding>{KeptEmbedding::best, "best", "lowest modularity and collapse, dropout on"}};
}

struct EncoderOptions {
  SheafOptions sheaf;
  double dropout = 0.3;
  bool final_relu = false;
  double gain = 1.0;             // of the layers' initial weights
  double assignment_gain = 1.0;  // of W_Z's
  AdamOptions adam;
  std::int32_t epochs = 30;
  KeptEmbedding keep = KeptEmbedding::last;
  double modularity_weight = 1.0;
  double collapse_weight = 5.0;
  double reconstruction_weight = 1.0;
  LossVariant modularity = LossVariant::paper;
  LossVariant collapse = LossVariant::paper;
  LossVariant reconstruction = LossVariant::paper;
};

void describe(OptionVisitor& v, EncoderOptions& o);

template <class T>
struct EncoderWeights {
  Matrix<T> layer1;      // attributes × 2 H d′: heads, then residual
  Matrix<T> layer2;      // H d′ × 2 H d′
  Matrix<T> assignment;  // H d′ × c

  std::array<Matrix<T>*, 3> all() { return {&layer1, &layer2, &assignment}; }
  std::array<const Matrix<T>*, 3> all() const { return {&layer1, &layer2, &assignment}; }
};

struct LossRecord {
  double modularity = 0.0;
  double collapse = 0.0;
  double reconstruction = 0.0;
  double total = 0.0;
};

enum class TrainingEnd { all_epochs, loss_not_finite };
constexpr auto enum_names(TrainingEnd) {
  return std::array{EnumName<TrainingEnd>{TrainingEnd::all_epochs, "all_epochs"},
                    EnumName<TrainingEnd>{TrainingEnd::loss_not_finite, "loss_not_finite"}};
}

// Everything that the next epoch depends on: what a checkpoint holds.
template <class T>
struct TrainingState {
  std::int32_t epoch = 0;  // epochs done
  EncoderWeights<T> weights;
  EncoderWeights<T> weights_before;  // the last step, whose loss was finite; empty before the first
  std::array<AdamMoments<T>, 3> moments;
  std::vector<LossRecord> losses;      // before each step
  std::vector<double> gradient_norms;  // of all weights together, L2 term not included
  std::int32_t best_epoch = -1;        // keep = best only: of the steps before the latest, which the next epoch judges
  double best_score = 0.0;
  Matrix<T> best_embedding;
  Matrix<T> best_assignment;
};

template <class T>
struct Training {
  Matrix<T> embedding;
  Matrix<T> assignment;
  TrainingState<T> state;
  double open_share = 0.0;
  TrainingEnd ending = TrainingEnd::all_epochs;
};

// The graph with its curvature, one value per entry, the attributes, one row per node, and c, the columns of S. All
// must outlive the call.
struct EncoderInput {
  GraphView graph;
  AttributesView attributes;
  std::span<const double> curvature;
  std::int32_t communities = 2;
};

// What the present weights give, dropout off: for checks and diagnostics.
template <class T>
struct EncoderEvaluation {
  Matrix<T> embedding;
  Matrix<T> assignment;
  LossRecord losses;
  EncoderWeights<T> gradient;  // of the total loss, L2 term not included
};
template <class T>
EncoderEvaluation<T> evaluate(const EncoderInput& input, const EncoderOptions& options,
                              const EncoderWeights<T>& weights, const RunContext& run);

template <class T>
TrainingState<T> initial_state(const EncoderInput& input, const EncoderOptions& options, const RunContext& run);

// Trains from `state` until options.epochs are done; after_epoch (may be empty) sees the state after each epoch.
template <class T>
Training<T> train(const EncoderInput& input, const EncoderOptions& options, TrainingState<T> state,
                  const std::function<void(const TrainingState<T>&)>& after_epoch, const RunContext& run);

}  // namespace cgsd
