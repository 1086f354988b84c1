// How the learned methods are trained: a list of weight matrices, Adam, and one loss per epoch.
//
// Comes back: the model's output for the weights kept, those weights, and the evidence: the loss before each step, the
// number of steps, the epoch whose weights were kept, and why training ended. Without patience the weights after the
// last step are kept. With it, those of the lowest loss are, and training ends when `patience` epochs in a row have not
// brought a lower one: the loss alone decides. A loss, gradient or output that is not finite ends training; that is
// data (`stop`), not an error: the weights are then the last ones whose loss was finite. If the very first loss
// is not finite, there are none. Promises: the same bits at any number of threads, as far as the model
// keeps them; a request to stop takes effect at the next epoch.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/nn/adam.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
class TrainableModel {
 public:
  virtual ~TrainableModel() = default;
  virtual std::vector<Matrix<T>> initial_weights() const = 0;
  // What it returns may refer to what the model keeps until the next call.
  virtual Var loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) = 0;
  // The embedding or the assignment, one row per node.
  virtual Var output(Tape<T>& tape, std::span<const Var> weights) = 0;
};

enum class LearningRate { constant, cosine };

struct TrainingSettings {
  std::int32_t epochs = 200;
  AdamOptions adam{};
  std::int32_t patience = 0;                       // 0: all epochs
  LearningRate schedule = LearningRate::constant;  // cosine: η (1 + cos(π epoch / epochs)) / 2
};

enum class TrainingStop { all_epochs, no_lower_loss, loss_not_finite };
constexpr auto enum_names(TrainingStop) {
  return std::array{
      EnumName<TrainingStop>{TrainingStop::all_epochs, "all_epochs", "the epochs were used up"},
      EnumName<TrainingStop>{TrainingStop::no_lower_loss, "no_lower_loss", "the patience was used up"},
      EnumName<TrainingStop>{TrainingStop::loss_not_finite, "loss_not_finite", "ended with the last finite state"}};
}

struct TrainingRecord {
  std::vector<double> losses;   // before each step; with patience also the one that ended it
  std::int32_t epochs = 0;      // steps taken
  std::int32_t kept_epoch = 0;  // steps behind the weights that were kept
  TrainingStop stop = TrainingStop::all_epochs;
};

template <class T>
struct TrainedModel {
  Matrix<T> output;
  std::vector<Matrix<T>> weights;
  TrainingRecord record;
};

template <class T>
TrainedModel<T> train_model(TrainableModel<T>& model, const TrainingSettings& settings, const RunContext& run);

// One loss and its gradients, for checks; a weight that does not count has a gradient of 0.
template <class T>
struct LossAndGradients {
  double loss = 0.0;
  std::vector<Matrix<T>> gradients;
};
template <class T>
LossAndGradients<T> loss_and_gradients(TrainableModel<T>& model, const std::vector<Matrix<T>>& weights,
                                       std::int32_t epoch, const RunContext& run);

}  // namespace cgsd
