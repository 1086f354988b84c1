#include "cgsd/learned/cca_ssg.hpp"

#include "cgsd/learned/training_input.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/normalisation.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/operations/reductions.hpp"

namespace cgsd {

template <class T>
CcaSsgModel<T>::CcaSsgModel(const AttributedGraphView& input, const CcaSsgOptions& options, const RunContext& run)
    : options_(options),
      encoder_(input, {.hidden = options.width, .width = options.width}),
      source_(input, ViewDegrees::of_both),
      initial_(run.stream("cca_ssg weights")),
      views_(run.stream("cca_ssg views")),
      identity_(identity_matrix<T>(static_cast<std::size_t>(options.width))) {}

template <class T>
std::vector<Matrix<T>> CcaSsgModel<T>::initial_weights() const {
  return encoder_.initial_weights(initial_);
}

template <class T>
RandomView<T> CcaSsgModel<T>::view(std::int32_t epoch, std::uint64_t number) const {
  return source_.view({options_.dropped_entries, options_.masked_attributes},
                      views_.at(static_cast<std::uint64_t>(epoch)).at(number));
}

template <class T>
Var CcaSsgModel<T>::output(Tape<T>& tape, std::span<const Var> weights) {
  return encoder_.encoded(tape, weights);
}

template <class T>
Var CcaSsgModel<T>::loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) {
  const auto standardised = [&](std::uint64_t number) {
    present_[number] = view(epoch, number);
    return standardise_columns(tape, encoder_.encoded(tape, *present_[number], weights));
  };
  const Var first = standardised(0);
  const Var second = standardised(1);
  const T share = T(1) / static_cast<T>(tape.value(first).rows());
  Var total = scale(tape, trace_of_product(tape, first, second), static_cast<double>(-share));
  for (const Var z : {first, second}) {
    const Var apart = add(tape, transpose_product(tape, z, z), tape.constant(identity_), share, T(-1));
    total = add(tape, total, trace_of_product(tape, apart, apart), T(1), static_cast<T>(options_.decorrelation_weight));
  }
  return total;
}

template class CcaSsgModel<float>;
template class CcaSsgModel<double>;

EmbeddingResult cca_ssg(const AttributedGraphView& input, const CcaSsgOptions& options, const RunContext& run) {
  validate(options);
  check_training_input(input, options.communities, "cca-ssg");
  CcaSsgModel<float> model(input, options, run);
  return clustered(train_model(model, {.epochs = options.epochs, .adam = options.adam}, run), options.communities, run);
}

}  // namespace cgsd
