#include "cgsd/learned/grace.hpp"

#include <cmath>

#include "cgsd/learned/initial_weights.hpp"
#include "cgsd/learned/training_input.hpp"
#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/contrastive.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/normalisation.hpp"
#include "cgsd/nn/operations/products.hpp"

namespace cgsd {

template <class T>
GraceModel<T>::GraceModel(const AttributedGraphView& input, const GraceOptions& options, const RunContext& run)
    : options_(options),
      encoder_(input, {.hidden = 2 * options.width,
                       .width = options.width,
                       .activation = options.activation,
                       .last_activated = true}),
      source_(input, ViewDegrees::of_rows),
      initial_(run.stream("grace weights")),
      views_(run.stream("grace views")) {}

template <class T>
std::vector<Matrix<T>> GraceModel<T>::initial_weights() const {
  const auto width = static_cast<std::size_t>(options_.width);
  const auto projection = static_cast<std::size_t>(options_.projection_width);
  std::vector<Matrix<T>> weights = encoder_.initial_weights(initial_.named("encoder"));
  const std::size_t first = weights.size();
  weights.emplace_back(width, projection);
  weights.emplace_back(1, projection);
  weights.emplace_back(projection, width);
  weights.emplace_back(1, width);
  for (std::size_t i = first; i < weights.size(); ++i) {
    const std::size_t inputs = i < first + 2 ? width : projection;
    fill_uniform(weights[i], 1.0 / std::sqrt(static_cast<double>(inputs)), initial_.named("projection").at(i - first));
  }
  return weights;
}

template <class T>
RandomView<T> GraceModel<T>::view(std::int32_t epoch, std::uint64_t number) const {
  const ViewRates rates = number == 0 ? ViewRates{options_.dropped_entries_first, options_.masked_attributes_first}
                                      : ViewRates{options_.dropped_entries_second, options_.masked_attributes_second};
  return source_.view(rates, views_.at(static_cast<std::uint64_t>(epoch)).at(number));
}

template <class T>
Var GraceModel<T>::output(Tape<T>& tape, std::span<const Var> weights) {
  return encoder_.encoded(tape, weights);
}

template <class T>
Var GraceModel<T>::loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) {
  const auto projection = weights.subspan(encoder_.weights());
  const auto projected = [&](std::uint64_t number) {
    present_[number] = view(epoch, number);
    const Var z = encoder_.encoded(tape, *present_[number], weights);
    const Var hidden = elu(tape, add_row(tape, product(tape, z, projection[0]), projection[1]));
    return normalise_rows(tape, add_row(tape, product(tape, hidden, projection[2]), projection[3]));
  };
  const Var first = projected(0);
  const Var second = projected(1);
  return info_nce(tape, {first, second}, options_.temperature);
}

template class GraceModel<float>;
template class GraceModel<double>;

EmbeddingResult grace(const AttributedGraphView& input, const GraceOptions& options, const RunContext& run) {
  validate(options);
  check_training_input(input, options.communities, "grace");
  GraceModel<float> model(input, options, run);
  return clustered(train_model(model, {.epochs = options.epochs, .adam = options.adam}, run), options.communities, run);
}

}  // namespace cgsd
