#include "cgsd/learned/dmon.hpp"

#include <cmath>

#include "cgsd/learned/initial_weights.hpp"
#include "cgsd/learned/training_input.hpp"
#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/operations/reductions.hpp"
#include "cgsd/nn/xavier.hpp"

namespace cgsd {
namespace {

// The places of the weights in the list.
constexpr std::size_t kDmonLayer = 0;
constexpr std::size_t kDmonBias = 1;
constexpr std::size_t kDmonSkip = 2;
constexpr std::size_t kDmonAssignment = 3;
constexpr std::size_t kDmonAssignmentBias = 4;

}  // namespace

template <class T>
DmonModel<T>::DmonModel(const AttributedGraphView& input, const DmonOptions& options, const RunContext& run)
    : options_(options),
      attributes_(input.attributes, AttributeRows::as_given),
      normalised_(normalised_adjacency<T>(input.graph, SelfLoops::added)),
      adjacency_(adjacency_rows<T>(input.graph, SelfLoops::none)),
      degrees_(row_sums_of(adjacency_.rows)),
      initial_(run.stream("dmon weights")),
      dropout_(run.stream("dmon dropout")) {
  for (const T degree : degrees_.values()) ends_ += static_cast<double>(degree);
}

template <class T>
std::vector<Matrix<T>> DmonModel<T>::initial_weights() const {
  const auto width = static_cast<std::size_t>(options_.width);
  const auto communities = static_cast<std::size_t>(options_.communities);
  std::vector<Matrix<T>> weights = {Matrix<T>(attributes_.cols(), width), Matrix<T>(1, width), Matrix<T>(1, width),
                                    Matrix<T>(width, communities), Matrix<T>(1, communities)};
  fill_xavier(weights[kDmonLayer], 0, width, 1.0, initial_.at(kDmonLayer));
  const double bound = std::sqrt(3.0 / static_cast<double>(width));
  fill_uniform(weights[kDmonBias], bound, initial_.at(kDmonBias));
  fill_uniform(weights[kDmonSkip], bound, initial_.at(kDmonSkip));
  fill_orthogonal(weights[kDmonAssignment], initial_.at(kDmonAssignment));
  return weights;
}

template <class T>
Var DmonModel<T>::logits(Tape<T>& tape, std::span<const Var> weights) const {
  const Var transformed = attributes_.times(tape, weights[kDmonLayer]);
  const Var gathered = sparse_product(tape, normalised_, transformed);
  const Var with_skip = add(tape, gathered, scale_columns(tape, transformed, weights[kDmonSkip]));
  const Var hidden = selu(tape, add_row(tape, with_skip, weights[kDmonBias]));
  return add_row(tape, product(tape, hidden, weights[kDmonAssignment]), weights[kDmonAssignmentBias]);
}

template <class T>
Var DmonModel<T>::output(Tape<T>& tape, std::span<const Var> weights) {
  return row_softmax(tape, logits(tape, weights));
}

// Tr(SᵀBS) = Tr(Sᵀ(A S)) − ‖Sᵀd‖² / 2m
template <class T>
Var DmonModel<T>::loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) {
  Var kept = logits(tape, weights);
  if (options_.dropout > 0.0) {
    kept = dropout(tape, kept, options_.dropout, dropout_.at(static_cast<std::uint64_t>(epoch)));
  }
  const Var s = row_softmax(tape, kept);
  const Var inside = trace_of_product(tape, s, sparse_product(tape, adjacency_, s));
  const Var drawn = transpose_product(tape, s, tape.constant(degrees_));
  const Var by_chance = trace_of_product(tape, drawn, drawn);
  const double total = options_.modularity == DmonModularity::paper ? ends_ : 2.0 * ends_;
  const Var modularity =
      add(tape, inside, by_chance, static_cast<T>(-1.0 / total), static_cast<T>(1.0 / (total * total)));
  const double scale_of_sizes =
      std::sqrt(static_cast<double>(options_.communities)) / static_cast<double>(attributes_.rows());
  static const Matrix<T> one(1, 1, {T(1)});
  const Var collapse =
      add(tape, frobenius_norm(tape, column_sums(tape, s)), tape.constant(one), static_cast<T>(scale_of_sizes), T(-1));
  return add(tape, modularity, collapse, T(1), static_cast<T>(options_.collapse_weight));
}

template class DmonModel<float>;
template class DmonModel<double>;

AssignmentResult dmon(const AttributedGraphView& input, const DmonOptions& options, const RunContext& run) {
  validate(options);
  check_training_input(input, options.communities, "dmon");
  DmonModel<float> model(input, options, run);
  return assigned(train_model(model, {.epochs = options.epochs, .adam = options.adam}, run));
}

}  // namespace cgsd
