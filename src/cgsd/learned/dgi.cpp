#include "cgsd/learned/dgi.hpp"

#include <cmath>
#include <numeric>

#include "cgsd/learned/training_input.hpp"
#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/binary_cross_entropy.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/operations/reductions.hpp"
#include "cgsd/nn/xavier.hpp"

namespace cgsd {
namespace {

// The places of the weights in the list.
constexpr std::size_t kDgiLayer = 0;
constexpr std::size_t kDgiBias = 1;
constexpr std::size_t kDgiSlope = 2;
constexpr std::size_t kDgiForm = 3;
constexpr std::size_t kDgiFormBias = 4;

}  // namespace

template <class T>
DgiModel<T>::DgiModel(const AttributedGraphView& input, const DgiOptions& options, const RunContext& run)
    : width_(static_cast<std::size_t>(options.width)),
      attributes_(input.attributes, AttributeRows::of_sum_one),
      adjacency_(normalised_adjacency<T>(input.graph, SelfLoops::added)),
      initial_(run.stream("dgi weights")),
      shuffle_(run.stream("dgi shuffle")),
      shuffled_({}, input.graph.nodes()) {}

template <class T>
std::vector<Matrix<T>> DgiModel<T>::initial_weights() const {
  std::vector<Matrix<T>> weights = {Matrix<T>(attributes_.cols(), width_), Matrix<T>(1, width_),
                                    Matrix<T>(1, 1, {T(0.25)}), Matrix<T>(width_, width_), Matrix<T>(1, 1)};
  fill_xavier(weights[kDgiLayer], 0, width_, 1.0, initial_.at(0));
  // PyTorch takes a bilinear form of one output for a map from h² to h numbers.
  const double gain = std::sqrt(2.0 / (static_cast<double>(width_) + 1.0));
  fill_xavier(weights[kDgiForm], 0, width_, gain, initial_.at(1));
  return weights;
}

template <class T>
std::vector<std::uint32_t> DgiModel<T>::shuffled_rows(std::int32_t epoch) const {
  std::vector<std::uint32_t> rows(attributes_.rows());
  std::iota(rows.begin(), rows.end(), 0u);
  RandomSequence random(shuffle_.at(static_cast<std::uint64_t>(epoch)));
  shuffle(std::span(rows), random);
  return rows;
}

template <class T>
Var DgiModel<T>::encoded(Tape<T>& tape, Var transformed, std::span<const Var> weights) const {
  const Var gathered = sparse_product(tape, adjacency_, transformed);
  return prelu(tape, add_row(tape, gathered, weights[kDgiBias]), weights[kDgiSlope]);
}

template <class T>
Var DgiModel<T>::output(Tape<T>& tape, std::span<const Var> weights) {
  return encoded(tape, attributes_.times(tape, weights[kDgiLayer]), weights);
}

template <class T>
Var DgiModel<T>::loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) {
  shuffled_ = RowSelection(shuffled_rows(epoch), attributes_.rows());
  const Var transformed = attributes_.times(tape, weights[kDgiLayer]);
  const Var real = encoded(tape, transformed, weights);
  const Var corrupted = encoded(tape, gather_rows(tape, transformed, shuffled_), weights);
  const Var summary = sigmoid(tape, mean_of_rows(tape, real));
  const auto scores = [&](Var rows) {
    return add_row(tape, bilinear_scores(tape, rows, weights[kDgiForm], summary), weights[kDgiFormBias]);
  };
  return add(tape, binary_cross_entropy(tape, scores(real), 1.0), binary_cross_entropy(tape, scores(corrupted), 0.0),
             T(0.5), T(0.5));
}

template class DgiModel<float>;
template class DgiModel<double>;

EmbeddingResult dgi(const AttributedGraphView& input, const DgiOptions& options, const RunContext& run) {
  validate(options);
  check_training_input(input, options.communities, "dgi");
  DgiModel<float> model(input, options, run);
  const TrainingSettings settings{.epochs = options.epochs, .adam = options.adam, .patience = options.patience};
  return clustered(train_model(model, settings, run), options.communities, run);
}

}  // namespace cgsd
