#include "cgsd/encoder/train.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/encoder/gate.hpp"
#include "cgsd/nn/activations.hpp"
#include "cgsd/nn/products.hpp"
#include "cgsd/nn/xavier.hpp"

namespace cgsd {
namespace {

template <class T>
Matrix<T> converted(const Matrix<float>& m) {
  return {m.rows(), m.cols(), {m.values().begin(), m.values().end()}};
}

// Bag-of-words data often come as a full matrix. Below about one value in ten the sparse product is the faster one.
bool is_mostly_zero(const Matrix<float>& m) {
  const auto zeros = static_cast<std::size_t>(std::count(m.values().begin(), m.values().end(), 0.0f));
  return 10 * (m.values().size() - zeros) <= m.values().size();
}

// Everything that stays the same from epoch to epoch.
template <class T>
class Model {
 public:
  Model(const EncoderInput& input, const EncoderOptions& options, const RunContext& run)
      : options_(options),
        graph_(input.graph),
        gate_(to_csr<T>(graph_, gate_weights(graph_, input.curvature, run))),
        incidence_(graph_),
        loss_input_{graph_, incidence_, input.curvature},
        streams_{run.stream("dropout"), run.stream("dropout of the evaluation"), run.stream("reconstruction noise")} {
    if (input.features.is_sparse()) {
      sparse_.emplace(to_csr<T>(input.features.sparse()));
    } else if (is_mostly_zero(input.features.dense())) {
      sparse_.emplace(to_csr<T>(to_sparse(input.features.dense())));
    } else {
      dense_ = converted<T>(input.features.dense());
    }
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  struct Forward {
    Var layer1, layer2, projection;  // the weights
    Var embedding, assignment;
  };

  Forward forward(Tape<T>& tape, const EncoderWeights<T>& weights, const std::optional<RandomStream>& dropping) const {
    Forward f{
        tape.parameter(weights.layer1), tape.parameter(weights.layer2), tape.parameter(weights.assignment), {}, {}};
    const Var wide =
        sparse_ ? sparse_product(tape, *sparse_, f.layer1) : product(tape, tape.constant(dense_), f.layer1);
    Var hidden = relu(tape, sheaf_blend(tape, wide, gate_, options_.sheaf));
    if (dropping) hidden = dropout(tape, hidden, options_.dropout, *dropping);
    f.embedding = sheaf_blend(tape, product(tape, hidden, f.layer2), gate_, options_.sheaf);
    if (options_.final_relu) f.embedding = relu(tape, f.embedding);
    f.assignment = row_softmax(tape, product(tape, f.embedding, f.projection));
    return f;
  }

  // The losses of `f`; `total` is the result to differentiate.
  LossRecord losses(Tape<T>& tape, const Forward& f, std::int32_t epoch, std::optional<Var>& total) const {
    const Var modularity = modularity_loss(tape, f.assignment, loss_input_, options_.modularity);
    const Var collapse = collapse_loss(tape, f.assignment, options_.collapse);
    LossRecord record{scalar(tape, modularity), scalar(tape, collapse), 0.0, 0.0};
    total = add(tape, modularity, collapse, static_cast<T>(options_.modularity_weight),
                static_cast<T>(options_.collapse_weight));
    if (options_.reconstruction == LossVariant::authors) {
      const Var reconstruction = reconstruction_loss(tape, f.assignment, loss_input_);
      record.reconstruction = scalar(tape, reconstruction);
      total = add(tape, *total, reconstruction, T(1), static_cast<T>(options_.reconstruction_weight));
    } else {
      const auto width = tape.value(f.embedding).cols();
      record.reconstruction =
          masked_noise(loss_input_, width, streams_.noise.at(static_cast<std::uint64_t>(epoch)), tape.run());
    }
    record.total = options_.modularity_weight * record.modularity + options_.collapse_weight * record.collapse +
                   options_.reconstruction_weight * record.reconstruction;
    return record;
  }

  RandomStream training_dropout(std::int32_t epoch) const {
    return streams_.training.at(static_cast<std::uint64_t>(epoch));
  }
  RandomStream evaluation_dropout(std::int32_t epoch) const {
    return streams_.evaluation.at(static_cast<std::uint64_t>(epoch));
  }
  const LossInput& loss_input() const { return loss_input_; }

 private:
  static double scalar(const Tape<T>& tape, Var v) { return static_cast<double>(tape.value(v)(0, 0)); }

  const EncoderOptions& options_;
  const Graph& graph_;
  SparseMatrix<T> gate_;
  EntryIncidence incidence_;
  LossInput loss_input_;
  std::optional<SparseMatrix<T>> sparse_;
  Matrix<T> dense_;
  struct {
    RandomStream training, evaluation, noise;
  } streams_;
};

template <class T>
double squared_norm(const Matrix<T>& m, const RunContext& run) {
  return ordered_sum<double>(run, m.values().size(), 65536, [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i)
      sum += static_cast<double>(m.values()[i]) * static_cast<double>(m.values()[i]);
    return sum;
  });
}

// Back to the weights of the last step whose loss was finite; nothing to go back to before the first.
template <class T>
void step_back(TrainingState<T>& state) {
  if (state.weights_before.layer1.values().empty()) return;
  state.weights = std::exchange(state.weights_before, {});
}

// One step of Adam. False, without a step, where the loss or its gradient is not finite; for the loss the present
// weights are to blame, so they are undone.
template <class T>
bool train_epoch(const Model<T>& model, Tape<T>& tape, const EncoderOptions& options, TrainingState<T>& state) {
  const auto f = model.forward(tape, state.weights, model.training_dropout(state.epoch));
  std::optional<Var> total;
  const LossRecord record = model.losses(tape, f, state.epoch, total);
  if (!std::isfinite(record.total)) {
    step_back(state);
    return false;
  }
  tape.backward(*total);
  const std::array<Var, 3> parameters = {f.layer1, f.layer2, f.projection};
  double norm = 0.0;
  for (const Var v : parameters) norm += squared_norm(tape.gradient(v), tape.run());
  if (!std::isfinite(norm)) return false;
  state.weights_before = state.weights;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    adam_step(*state.weights.all()[i], tape.gradient(parameters[i]), state.moments[i], state.epoch + 1, options.adam,
              tape.run());
  }
  state.losses.push_back(record);
  state.gradient_norms.push_back(std::sqrt(norm));
  return true;
}

// keep = best: remembers the embedding if its modularity and collapse are the lowest so far.
template <class T>
void remember_best(const Model<T>& model, Tape<T>& tape, const EncoderOptions& options, TrainingState<T>& state) {
  const auto f = model.forward(tape, state.weights, model.evaluation_dropout(state.epoch));
  const Var modularity = modularity_loss(tape, f.assignment, model.loss_input(), options.modularity);
  const Var collapse = collapse_loss(tape, f.assignment, options.collapse);
  const double score = options.modularity_weight * static_cast<double>(tape.value(modularity)(0, 0)) +
                       options.collapse_weight * static_cast<double>(tape.value(collapse)(0, 0));
  if (std::isfinite(score) && (state.best_epoch < 0 || score < state.best_score)) {
    state.best_epoch = state.epoch;
    state.best_score = score;
    state.best_embedding = tape.value(f.embedding);
    state.best_assignment = tape.value(f.assignment);
  }
}

// The embedding and assignment of these weights, dropout off; false where they are not finite.
template <class T>
bool embed(const Model<T>& model, Tape<T>& tape, const EncoderWeights<T>& weights, Training<T>& training) {
  const auto f = model.forward(tape, weights, std::nullopt);
  training.embedding = tape.value(f.embedding);
  training.assignment = tape.value(f.assignment);
  tape.clear();
  const auto finite = [](T x) { return std::isfinite(x); };
  return std::ranges::all_of(training.embedding.values(), finite) &&
         std::ranges::all_of(training.assignment.values(), finite);
}

void check(const EncoderInput& input, const EncoderOptions& options) {
  validate(options);
  if (input.features.none()) throw InvalidArgument("the encoder needs features");
  if (input.features.rows() != input.graph.nodes()) {
    throw InvalidArgument(fmt::format("{} rows of features for {} nodes", input.features.rows(), input.graph.nodes()));
  }
  if (input.curvature.size() != input.graph.entries())
    throw InvalidArgument("curvature: one value per entry is needed");
}

}  // namespace

void describe(OptionVisitor& v, EncoderOptions& o) {
  v.number("communities", o.communities, {1, 1'000'000}, "columns of the soft assignment");
  v.group("sheaf", o.sheaf);
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
  state.weights = {Matrix<T>(input.features.cols(), 2 * width), Matrix<T>(width, 2 * width),
                   Matrix<T>(width, static_cast<std::size_t>(options.communities))};
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
  const Model<T> model(input, options, run);
  Tape<T> tape(run);
  const auto f = model.forward(tape, weights, std::nullopt);
  std::optional<Var> total;
  const LossRecord losses = model.losses(tape, f, 0, total);
  tape.backward(*total);
  return {tape.value(f.embedding),
          tape.value(f.assignment),
          losses,
          {tape.gradient(f.layer1), tape.gradient(f.layer2), tape.gradient(f.projection)}};
}

template <class T>
Training<T> train(const EncoderInput& input, const EncoderOptions& options, TrainingState<T> state,
                  const std::function<void(const TrainingState<T>&)>& after_epoch, const RunContext& run) {
  check(input, options);
  const Model<T> model(input, options, run);
  Tape<T> tape(run);
  Training<T> training;
  training.open_share = open_share(input.curvature);
  while (state.epoch < options.epochs && training.ending == TrainingEnd::all_epochs) {
    run.check_stop();
    const bool stepped = train_epoch(model, tape, options, state);
    tape.clear();
    if (!stepped) {
      training.ending = TrainingEnd::loss_not_finite;
      break;
    }
    if (options.keep == KeptEmbedding::best) {
      remember_best(model, tape, options, state);
      tape.clear();
    }
    ++state.epoch;
    run.advance(static_cast<double>(state.epoch) / static_cast<double>(options.epochs));
    if (after_epoch) after_epoch(state);
  }
  if (options.keep == KeptEmbedding::best && state.best_epoch >= 0) {
    training.embedding = state.best_embedding;
    training.assignment = state.best_assignment;
  } else if (!embed(model, tape, state.weights, training)) {  // the last step went astray: no loss was taken after it
    training.ending = TrainingEnd::loss_not_finite;
    step_back(state);
    embed(model, tape, state.weights, training);
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
