#include "cgsd/trained/train.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/xavier.hpp"
#include "cgsd/trained/gate.hpp"
#include "cgsd/trained/sheaf_encoder.hpp"

namespace cgsd {
namespace {

template <class T>
double squared_norm(const Matrix<T>& m, const RunContext& run) {
  constexpr std::size_t kLanes = 8;  // sums side by side, in an order that does not depend on the machine
  return ordered_sum<double>(run, m.values().size(), 65536, [&](std::size_t begin, std::size_t end) {
    std::array<double, kLanes> sums{};
    for (std::size_t i = begin; i < end; i += kLanes) {
      for (std::size_t l = 0; l < std::min(kLanes, end - i); ++l) {
        const auto x = static_cast<double>(m.data()[i + l]);
        sums[l] += x * x;
      }
    }
    return std::accumulate(sums.begin(), sums.end(), 0.0);
  });
}

// Back to the weights of the last step whose loss was finite; nothing to go back to before the first.
template <class T>
void step_back(TrainingState<T>& state) {
  if (state.weights_before.layer1.values().empty()) return;
  state.weights = std::exchange(state.weights_before, {});
}

template <class T>
Var dropped(Tape<T>& tape, Var hidden, const EncoderOptions& options, const RandomStream& stream, std::int32_t epoch) {
  return dropout(tape, hidden, options.dropout, stream.at(static_cast<std::uint64_t>(epoch)));
}

// Weights are the same in every process, and the loss is that of all: a gradient is the sum of what own rows add to it.
template <class T>
void backward_over_processes(Tape<T>& tape, Var loss, std::span<const Var> parameters) {
  tape.backward(loss);
  if (!several(tape.run())) return;
  for (const Var v : parameters)
    tape.deposit(v, [&](Matrix<T>& gradient, bool) { sum_over_processes(tape.run(), gradient.values()); });
}

// One training run: the loop over epochs and what each does.
template <class T>
class Trainer {
 public:
  Trainer(const EncoderInput& input, const EncoderOptions& options, const RunContext& run)
      : options_(options),
        encoder_(input, options, run),
        tape_(run),
        dropout_{run.stream("dropout"), run.stream("dropout of the evaluation")} {}

  // One step of Adam. False, without a step, where the loss or its gradient is not finite; for the loss the present
  // weights are to blame, so they are undone.
  bool train_epoch(TrainingState<T>& state);
  // keep = best: remembers the embedding of the latest step if its score is the lowest so far.
  void remember_best(TrainingState<T>& state) {
    if (options_.keep != KeptEmbedding::best || state.epoch == 0) return;
    const auto weights = encoder_.on_tape(tape_, state.weights);
    remember_best(state, encoder_.hidden(tape_, weights), weights);
    tape_.clear();
  }
  // The embedding and assignment of these weights, dropout off; false where they are not finite.
  bool embed(const EncoderWeights<T>& weights, Training<T>& training);

 private:
  using Weights = typename SheafEncoder<T>::Weights;
  void remember_best(TrainingState<T>& state, Var hidden, const Weights& weights);
  bool step(TrainingState<T>& state, Var hidden, const Weights& weights);

  const EncoderOptions& options_;
  SheafEncoder<T> encoder_;
  Tape<T> tape_;
  struct {
    RandomStream training, evaluation;
  } dropout_;
};

// The evaluation of the step before has the same weights, so it shares the first layer with this step.
template <class T>
bool Trainer<T>::train_epoch(TrainingState<T>& state) {
  const Weights weights = encoder_.on_tape(tape_, state.weights);
  const Var hidden = encoder_.hidden(tape_, weights);
  if (options_.keep == KeptEmbedding::best && state.epoch > 0) remember_best(state, hidden, weights);
  const bool stepped = step(state, hidden, weights);
  tape_.clear();
  return stepped;
}

template <class T>
bool Trainer<T>::step(TrainingState<T>& state, Var hidden, const Weights& weights) {
  const Var kept = dropped(tape_, hidden, options_, dropout_.training, state.epoch);
  std::optional<Var> total;
  const LossRecord record = encoder_.losses(tape_, encoder_.assignment(tape_, kept, weights), state.epoch, total);
  if (!std::isfinite(record.total)) {
    step_back(state);
    return false;
  }
  const std::array<Var, 3> parameters = {weights.layer1, weights.layer2, weights.projection};
  backward_over_processes<T>(tape_, *total, parameters);
  double norm = 0.0;
  for (const Var v : parameters) norm += squared_norm(tape_.gradient(v), tape_.run());
  if (!std::isfinite(norm)) return false;
  std::swap(state.weights, state.weights_before);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Matrix<T>& before = *state.weights_before.all()[i];
    adam_step<T>(before, *state.weights.all()[i], {tape_.gradient(parameters[i]), state.moments[i], state.epoch + 1},
                 options_.adam, tape_.run());
  }
  state.losses.push_back(record);
  state.gradient_norms.push_back(std::sqrt(norm));
  ++state.epoch;
  return true;
}

template <class T>
void Trainer<T>::remember_best(TrainingState<T>& state, Var hidden, const Weights& weights) {
  const std::int32_t epoch = state.epoch - 1;
  const Var kept = dropped(tape_, hidden, options_, dropout_.evaluation, epoch);
  const auto [embedding, assignment] = encoder_.both(tape_, kept, weights);
  const double score = encoder_.score(tape_, assignment);
  if (std::isfinite(score) && (state.best_epoch < 0 || score < state.best_score)) {
    state.best_epoch = epoch;
    state.best_score = score;
    state.best_embedding = tape_.value(embedding);
    state.best_assignment = tape_.value(assignment);
  }
}

template <class T>
bool Trainer<T>::embed(const EncoderWeights<T>& weights, Training<T>& training) {
  const Weights on_tape = encoder_.on_tape(tape_, weights);
  const auto [embedding, assignment] = encoder_.both(tape_, encoder_.hidden(tape_, on_tape), on_tape);
  training.embedding = tape_.value(embedding);
  training.assignment = tape_.value(assignment);
  tape_.clear();
  const auto finite = [](T x) { return std::isfinite(x); };
  const bool here = std::ranges::all_of(training.embedding.values(), finite) &&
                    std::ranges::all_of(training.assignment.values(), finite);
  return largest_over_processes(tape_.run(), here ? 0.0 : 1.0) == 0.0;
}

void check(const EncoderInput& input, const EncoderOptions& options) {
  validate(options);
  if (input.attributes.none()) throw InvalidArgument("the encoder needs attributes");
  if (input.communities < 1) throw InvalidArgument("the encoder needs a number of communities");
  if (input.attributes.rows() != input.graph.nodes()) {
    throw InvalidArgument(
        fmt::format("{} rows of attributes for {} nodes", input.attributes.rows(), input.graph.nodes()));
  }
  if (input.curvature.size() != input.graph.entries())
    throw InvalidArgument("curvature: one value per entry is needed");
}

// The shapes of the weights: attributes → 2 H d′ → 2 H d′ → c.
template <class T>
EncoderWeights<T> empty_weights(const EncoderInput& input, const EncoderOptions& options) {
  const std::size_t width =
      static_cast<std::size_t>(options.sheaf.heads) * static_cast<std::size_t>(options.sheaf.width);
  return {Matrix<T>(input.attributes.cols(), 2 * width), Matrix<T>(width, 2 * width),
          Matrix<T>(width, static_cast<std::size_t>(input.communities))};
}

// A state may come from a file.
template <class T>
void check_shapes(const TrainingState<T>& state, const EncoderInput& input, const EncoderOptions& options) {
  const EncoderWeights<T> expected = empty_weights<T>(input, options);
  const auto same = [](const Matrix<T>& a, const Matrix<T>& b) { return a.rows() == b.rows() && a.cols() == b.cols(); };
  const auto fits = [&](const Matrix<T>& a, const Matrix<T>& b) { return a.values().empty() || same(a, b); };
  bool fitting = state.epoch >= 0 && std::cmp_equal(state.losses.size(), state.epoch) &&
                 state.gradient_norms.size() == state.losses.size();
  for (std::size_t i = 0; i < 3; ++i) {
    const Matrix<T>& shape = *expected.all()[i];
    fitting = fitting && same(*state.weights.all()[i], shape) && fits(*state.weights_before.all()[i], shape) &&
              fits(state.moments[i].mean, shape) && fits(state.moments[i].square, shape);
  }
  const std::size_t nodes = input.graph.nodes();
  const bool has_best = state.best_epoch >= 0;
  fitting = fitting && (!has_best || (state.best_embedding.rows() == nodes && state.best_assignment.rows() == nodes));
  if (!fitting) throw InvalidArgument("the state to resume from does not fit the graph, the attributes or the options");
}

}  // namespace

void describe(OptionVisitor& v, EncoderOptions& o) {
  describe(v, o.sheaf);
  v.number("dropout", o.dropout, {0.0, 0.99}, "share of hidden values dropped in training");
  v.flag("final_relu", o.final_relu, "ReLU after the second layer too");
  v.number("gain", o.gain, {.low = 0.0}, "gain of the layers' initial weights");
  v.number("assignment_gain", o.assignment_gain, {.low = 0.0}, "gain of the assignment's initial weights");
  v.group("adam", o.adam);
  v.number("epochs", o.epochs, {0, 1'000'000}, "training steps");
  v.choice("keep", o.keep, "which embedding is kept");
  v.number("modularity_weight", o.modularity_weight, {}, "weight of the modularity loss");
  v.number("collapse_weight", o.collapse_weight, {}, "weight of the anti-collapse loss");
  v.number("reconstruction_weight", o.reconstruction_weight, {}, "weight of the curvature reconstruction loss");
  v.choice("modularity", o.modularity, "variant of the modularity loss");
  v.choice("collapse", o.collapse, "variant of the anti-collapse loss");
  v.choice("reconstruction", o.reconstruction, "variant of the reconstruction loss; paper's has no gradient");
}

template <class T>
TrainingState<T> initial_state(const EncoderInput& input, const EncoderOptions& options, const RunContext& run) {
  check(input, options);
  const auto head = static_cast<std::size_t>(options.sheaf.width);
  const std::size_t width = static_cast<std::size_t>(options.sheaf.heads) * head;
  TrainingState<T> state;
  state.weights = empty_weights<T>(input, options);
  const RandomStream stream = run.stream("initial weights");
  std::uint64_t matrix = 0;
  for (Matrix<T>* layer : {&state.weights.layer1, &state.weights.layer2}) {
    for (std::size_t first = 0; first < width; first += head)
      fill_xavier(*layer, first, head, options.gain, stream.at(matrix++));
    fill_xavier(*layer, width, width, options.gain, stream.at(matrix++));
  }
  fill_xavier(state.weights.assignment, 0, state.weights.assignment.cols(), options.assignment_gain, stream.at(matrix));
  return state;
}

template <class T>
EncoderEvaluation<T> evaluate(const EncoderInput& input, const EncoderOptions& options,
                              const EncoderWeights<T>& weights, const RunContext& run) {
  check(input, options);
  const SheafEncoder<T> encoder(input, options, run);
  Tape<T> tape(run);
  const auto w = encoder.on_tape(tape, weights);
  const Var hidden = encoder.hidden(tape, w);
  const Var assignment = encoder.assignment(tape, hidden, w);
  std::optional<Var> total;
  const LossRecord losses = encoder.losses(tape, assignment, 0, total);
  backward_over_processes<T>(tape, *total, std::array{w.layer1, w.layer2, w.projection});
  return {tape.value(encoder.embedding(tape, hidden, w)),
          tape.value(assignment),
          losses,
          {tape.gradient(w.layer1), tape.gradient(w.layer2), tape.gradient(w.projection)}};
}

template <class T>
Training<T> train(const EncoderInput& input, const EncoderOptions& options, TrainingState<T> state,
                  const std::function<void(const TrainingState<T>&)>& after_epoch, const RunContext& run) {
  check(input, options);
  check_shapes(state, input, options);
  Trainer<T> trainer(input, options, run);
  Training<T> training;
  training.open_share = open_share(input.curvature, run);
  while (state.epoch < options.epochs) {
    run.check_stop();
    if (!trainer.train_epoch(state)) {
      training.ending = TrainingEnd::loss_not_finite;
      break;
    }
    run.advance(static_cast<double>(state.epoch) / static_cast<double>(options.epochs));
    if (after_epoch) after_epoch(state);
  }
  if (training.ending == TrainingEnd::all_epochs) trainer.remember_best(state);
  if (options.keep == KeptEmbedding::best && state.best_epoch >= 0) {
    training.embedding = state.best_embedding;
    training.assignment = state.best_assignment;
  } else if (!trainer.embed(state.weights, training)) {  // the last step went astray: no loss was taken after it
    training.ending = TrainingEnd::loss_not_finite;
    step_back(state);
    trainer.embed(state.weights, training);
  }
  training.state = std::move(state);
  return training;
}

#define CGSD_INSTANTIATE(T)                                                                                    \
  template TrainingState<T> initial_state(const EncoderInput&, const EncoderOptions&, const RunContext&);      \
  template EncoderEvaluation<T> evaluate(const EncoderInput&, const EncoderOptions&, const EncoderWeights<T>&, \
                                         const RunContext&);                                                   \
  template Training<T> train(const EncoderInput&, const EncoderOptions&, TrainingState<T>,                     \
                             const std::function<void(const TrainingState<T>&)>&, const RunContext&);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd
