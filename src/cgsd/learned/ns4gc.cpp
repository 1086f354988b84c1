#include "cgsd/learned/ns4gc.hpp"

#include "cgsd/learned/training_input.hpp"
#include "cgsd/nn/operations/contrastive.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/normalisation.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/operations/reductions.hpp"

namespace cgsd {

template <class T>
Ns4gcModel<T>::Ns4gcModel(const AttributedGraphView& input, const Ns4gcOptions& options, const RunContext& run)
    : options_(options),
      encoder_(input, {.hidden = options.hidden, .width = options.width, .activation = ConvolutionActivation::selu}),
      source_(input, ViewDegrees::of_columns),
      neighbours_(entry_pattern(input.graph, false)),
      adjacency_(to_csr<T>(input.graph, std::vector<double>(input.graph.entries(), 1.0))),
      initial_(run.stream("ns4gc weights")),
      views_(run.stream("ns4gc views")) {}

template <class T>
std::vector<Matrix<T>> Ns4gcModel<T>::initial_weights() const {
  return encoder_.initial_weights(initial_);
}

template <class T>
RandomView<T> Ns4gcModel<T>::view(std::int32_t epoch, std::uint64_t number) const {
  return source_.view({options_.dropped_entries, options_.masked_attributes},
                      views_.at(static_cast<std::uint64_t>(epoch)).at(number));
}

template <class T>
Var Ns4gcModel<T>::output(Tape<T>& tape, std::span<const Var> weights) {
  return normalise_rows(tape, encoder_.encoded(tape, weights));
}

template <class T>
Var Ns4gcModel<T>::loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) {
  const auto unit_rows = [&](std::uint64_t number) {
    present_[number] = view(epoch, number);
    return normalise_rows(tape, encoder_.encoded(tape, *present_[number], weights));
  };
  const Var first = unit_rows(0);
  const Var second = unit_rows(1);
  const auto nodes = static_cast<double>(neighbours_.rows());
  Var total = scale(tape, trace_of_product(tape, first, second), -1.0 / nodes);
  if (neighbours_.entries() > 0) {
    const Var similarity = trace_of_product(tape, first, sparse_product(tape, adjacency_, second));
    const double share = options_.neighbour_weight / static_cast<double>(neighbours_.entries());
    total = add(tape, total, similarity, T(1), static_cast<T>(-share));
  }
  const Var others = similarity_sparsity(tape, {first, second}, neighbours_,
                                         {.split = options_.split, .temperature = options_.temperature});
  return add(tape, total, others, T(1), static_cast<T>(options_.sparsity_weight));
}

template class Ns4gcModel<float>;
template class Ns4gcModel<double>;

EmbeddingResult ns4gc(const AttributedGraphView& input, const Ns4gcOptions& options, const RunContext& run) {
  validate(options);
  check_training_input(input, options.communities, "ns4gc");
  Ns4gcModel<float> model(input, options, run);
  return clustered(train_model(model, {.epochs = options.epochs, .adam = options.adam}, run), options.communities, run);
}

}  // namespace cgsd
