#include "cgsd/learned/mincut.hpp"

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
constexpr std::size_t kMincutLayer = 0;
constexpr std::size_t kMincutBias = 1;
constexpr std::size_t kMincutAssignment = 2;
constexpr std::size_t kMincutAssignmentBias = 3;

}  // namespace

template <class T>
MincutModel<T>::MincutModel(const AttributedGraphView& input, const MincutOptions& options, const RunContext& run)
    : width_(static_cast<std::size_t>(options.width)),
      attributes_(input.attributes, AttributeRows::of_sum_one),
      adjacency_(normalised_adjacency<T>(input.graph, SelfLoops::none)),
      degrees_(row_sums_of(adjacency_.rows)),
      identity_(identity_matrix<T>(static_cast<std::size_t>(options.communities))),
      initial_(run.stream("mincut weights")) {}

template <class T>
std::vector<Matrix<T>> MincutModel<T>::initial_weights() const {
  std::vector<Matrix<T>> weights = {Matrix<T>(attributes_.cols(), 2 * width_), Matrix<T>(1, width_),
                                    Matrix<T>(width_, identity_.cols()), Matrix<T>(1, identity_.cols())};
  fill_normal(weights[kMincutLayer], std::sqrt(2.0 / static_cast<double>(attributes_.cols())),
              initial_.at(kMincutLayer));
  fill_xavier(weights[kMincutAssignment], 0, identity_.cols(), 1.0, initial_.at(kMincutAssignment));
  return weights;
}

template <class T>
Var MincutModel<T>::output(Tape<T>& tape, std::span<const Var> weights) {
  const Var transformed = attributes_.times(tape, weights[kMincutLayer]);
  const Var gathered = sparse_product(tape, adjacency_, columns(tape, transformed, 0, width_));
  const Var with_skip = add(tape, gathered, columns(tape, transformed, width_, width_));
  const Var hidden = elu(tape, add_row(tape, with_skip, weights[kMincutBias]));
  return row_softmax(tape,
                     add_row(tape, product(tape, hidden, weights[kMincutAssignment]), weights[kMincutAssignmentBias]));
}

template <class T>
Var MincutModel<T>::loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t) {
  const Var s = output(tape, weights);
  const Var cut = divide_by(tape, trace_of_product(tape, s, sparse_product(tape, adjacency_, s)),
                            trace_of_product(tape, s, scale_rows(tape, s, tape.constant(degrees_))));
  const Var gram = transpose_product(tape, s, s);
  const Var unit = divide_by(tape, gram, frobenius_norm(tape, gram));
  const double root = std::sqrt(static_cast<double>(identity_.cols()));
  const Var apart = frobenius_norm(tape, add(tape, unit, tape.constant(identity_), T(1), static_cast<T>(-1.0 / root)));
  return add(tape, cut, apart, T(-1), T(1));
}

template class MincutModel<float>;
template class MincutModel<double>;

AssignmentResult mincut(const AttributedGraphView& input, const MincutOptions& options, const RunContext& run) {
  validate(options);
  check_training_input(input, options.communities, "mincut");
  MincutModel<float> model(input, options, run);
  return assigned(train_model(model, {.epochs = options.epochs, .adam = options.adam}, run));
}

}  // namespace cgsd
