#include "cgsd/learned/training_loop.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace cgsd {
namespace {

template <class T>
bool all_finite(const Matrix<T>& matrix) {
  return std::ranges::all_of(matrix.values(), [](T x) { return std::isfinite(x); });
}

template <class T>
std::vector<Var> on_tape(Tape<T>& tape, const std::vector<Matrix<T>>& weights) {
  std::vector<Var> vars;
  vars.reserve(weights.size());
  for (const Matrix<T>& matrix : weights) vars.push_back(tape.parameter(matrix));
  return vars;
}

// One training run: the weights, what Adam remembers of them, and the ones to go back to.
template <class T>
class TrainingRun {
 public:
  TrainingRun(TrainableModel<T>& model, const TrainingSettings& settings, const RunContext& run)
      : model_(model), settings_(settings), tape_(run), weights_(model.initial_weights()), moments_(weights_.size()) {}

  TrainedModel<T> finish() {
    if (settings_.patience > 0 && !best_.empty()) {
      weights_ = std::exchange(best_, {});
      record_.kept_epoch = best_epoch_;
    } else {
      record_.kept_epoch = record_.epochs;
    }
    Matrix<T> output = present_output();
    if (!all_finite(output) && !before_.empty()) {  // the last step went astray: no loss was taken after it
      step_back();
      output = present_output();
    }
    return {std::move(output), std::move(weights_), std::move(record_)};
  }

  // False where training is over.
  bool epoch() {
    const bool going_on = measure_and_step();
    tape_.clear();
    return going_on;
  }
  const TrainingRecord& record() const { return record_; }

 private:
  bool measure_and_step() {
    const std::vector<Var> weights = on_tape(tape_, weights_);
    const Var loss = model_.loss(tape_, weights, record_.epochs);
    const double value = static_cast<double>(tape_.value(loss)(0, 0));
    if (!std::isfinite(value)) {
      step_back();
      return false;
    }
    record_.losses.push_back(value);
    if (settings_.patience > 0 && !still_patient(value)) return false;
    tape_.backward(loss);
    return step(weights);
  }

  void step_back() {
    record_.stop = TrainingStop::loss_not_finite;
    if (before_.empty()) return;
    weights_ = std::exchange(before_, {});
    record_.kept_epoch = --record_.epochs;
  }

  bool still_patient(double loss) {
    if (loss < best_loss_) {
      best_loss_ = loss;
      best_epoch_ = record_.epochs;
      best_ = weights_;
    }
    if (record_.epochs - best_epoch_ < settings_.patience) return true;
    record_.stop = TrainingStop::no_lower_loss;
    return false;
  }

  bool step(const std::vector<Var>& weights) {
    for (const Var v : weights) {
      if (!tape_.reached(v) || all_finite(tape_.gradient(v))) continue;
      record_.stop = TrainingStop::loss_not_finite;
      return false;
    }
    before_ = weights_;
    const AdamOptions adam = options_of_this_epoch();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (!tape_.reached(weights[i])) continue;
      adam_step(weights_[i], tape_.gradient(weights[i]), moments_[i], record_.epochs + 1, adam, tape_.run());
    }
    ++record_.epochs;
    return record_.epochs < settings_.epochs;
  }

  AdamOptions options_of_this_epoch() const {
    AdamOptions adam = settings_.adam;
    if (settings_.schedule == LearningRate::cosine) {
      adam.learning_rate *= 0.5 * (1.0 + std::cos(std::numbers::pi * record_.epochs / settings_.epochs));
    }
    return adam;
  }

  Matrix<T> present_output() {
    Matrix<T> output = tape_.value(model_.output(tape_, on_tape(tape_, weights_)));
    tape_.clear();
    return output;
  }

  TrainableModel<T>& model_;
  const TrainingSettings& settings_;
  Tape<T> tape_;
  std::vector<Matrix<T>> weights_;
  std::vector<AdamMoments<T>> moments_;
  std::vector<Matrix<T>> before_;  // the last step; empty before the first
  std::vector<Matrix<T>> best_;
  double best_loss_ = std::numeric_limits<double>::infinity();
  std::int32_t best_epoch_ = 0;
  TrainingRecord record_;
};

}  // namespace

template <class T>
TrainedModel<T> train_model(TrainableModel<T>& model, const TrainingSettings& settings, const RunContext& run) {
  TrainingRun<T> training(model, settings, run);
  for (bool going_on = settings.epochs > 0; going_on;) {
    run.check_stop();
    going_on = training.epoch();
    run.advance(static_cast<double>(training.record().epochs) / static_cast<double>(settings.epochs));
  }
  return training.finish();
}

template <class T>
LossAndGradients<T> loss_and_gradients(TrainableModel<T>& model, const std::vector<Matrix<T>>& weights,
                                       std::int32_t epoch, const RunContext& run) {
  Tape<T> tape(run);
  const std::vector<Var> vars = on_tape(tape, weights);
  const Var loss = model.loss(tape, vars, epoch);
  tape.backward(loss);
  LossAndGradients<T> out{static_cast<double>(tape.value(loss)(0, 0)), {}};
  for (std::size_t i = 0; i < vars.size(); ++i) {
    out.gradients.push_back(tape.reached(vars[i]) ? tape.gradient(vars[i])
                                                  : Matrix<T>(weights[i].rows(), weights[i].cols()));
  }
  return out;
}

template TrainedModel<float> train_model(TrainableModel<float>&, const TrainingSettings&, const RunContext&);
template TrainedModel<double> train_model(TrainableModel<double>&, const TrainingSettings&, const RunContext&);
template LossAndGradients<float> loss_and_gradients(TrainableModel<float>&, const std::vector<Matrix<float>>&,
                                                    std::int32_t, const RunContext&);
template LossAndGradients<double> loss_and_gradients(TrainableModel<double>&, const std::vector<Matrix<double>>&,
                                                     std::int32_t, const RunContext&);

}  // namespace cgsd
