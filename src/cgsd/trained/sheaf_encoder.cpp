#include "cgsd/trained/sheaf_encoder.hpp"

#include <algorithm>

#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/trained/gate.hpp"

namespace cgsd {
namespace {

template <class T>
Matrix<T> converted(MatrixView<float> m) {
  return {m.rows(), m.cols(), {m.values().begin(), m.values().end()}};
}

// Bag-of-words data often come as a full matrix. Below about one value in ten the sparse product is the faster one.
bool is_mostly_zero(MatrixView<float> m) {
  const auto zeros = static_cast<std::size_t>(std::count(m.values().begin(), m.values().end(), 0.0f));
  return 10 * (m.values().size() - zeros) <= m.values().size();
}

template <class T>
double scalar(const Tape<T>& tape, Var v) {
  return static_cast<double>(tape.value(v)(0, 0));
}

}  // namespace

template <class T>
SheafEncoder<T>::SheafEncoder(const EncoderInput& input, const EncoderOptions& options, const RunContext& run)
    : options_(options),
      gate_(input.graph, input.curvature, run),
      incidence_(input.graph),
      openness_(gate_openness(input.curvature, run)),
      loss_input_{input.graph, incidence_, openness_},
      noise_(run.stream("reconstruction noise")) {
  if (input.attributes.is_sparse()) {
    sparse_.emplace(to_csr<T>(input.attributes.sparse()));
  } else if (is_mostly_zero(input.attributes.dense())) {
    sparse_.emplace(to_csr<T>(to_sparse(input.attributes.dense())));
  } else {
    dense_ = converted<T>(input.attributes.dense());
  }
}

template <class T>
typename SheafEncoder<T>::Weights SheafEncoder<T>::on_tape(Tape<T>& tape, const EncoderWeights<T>& weights) const {
  return {tape.parameter(weights.layer1), tape.parameter(weights.layer2), tape.parameter(weights.assignment)};
}

template <class T>
Var SheafEncoder<T>::hidden(Tape<T>& tape, const Weights& weights) const {
  const Var wide =
      sparse_ ? sparse_product(tape, *sparse_, weights.layer1) : product(tape, tape.constant(dense_), weights.layer1);
  return relu(tape, sheaf_blend(tape, wide, gate_, options_.sheaf));
}

template <class T>
Var SheafEncoder<T>::embedding(Tape<T>& tape, Var hidden, const Weights& weights) const {
  const Var blended = sheaf_blend(tape, product(tape, hidden, weights.layer2), gate_, options_.sheaf);
  return options_.final_relu ? relu(tape, blended) : blended;
}

template <class T>
Var SheafEncoder<T>::assignment(Tape<T>& tape, Var hidden, const Weights& weights) const {
  if (options_.final_relu) {
    return row_softmax(tape, product(tape, embedding(tape, hidden, weights), weights.projection));
  }
  // W2 = [W_heads | W_res]: read as rows of half the width, each half is multiplied by W_Z on its own.
  const std::size_t width = tape.value(weights.layer2).rows();
  const std::size_t communities = tape.value(weights.projection).cols();
  const Var halves = reshaped(tape, weights.layer2, 2 * width, width);
  const Var folded = reshaped(tape, product(tape, halves, weights.projection), width, 2 * communities);
  return row_softmax(tape, sheaf_blend(tape, product(tape, hidden, folded), gate_, options_.sheaf));
}

template <class T>
typename SheafEncoder<T>::Outcome SheafEncoder<T>::both(Tape<T>& tape, Var hidden, const Weights& weights) const {
  const Var h = embedding(tape, hidden, weights);
  if (!options_.final_relu) return {h, assignment(tape, hidden, weights)};
  return {h, row_softmax(tape, product(tape, h, weights.projection))};
}

template <class T>
LossRecord SheafEncoder<T>::losses(Tape<T>& tape, Var assignment, std::int32_t epoch, std::optional<Var>& total) const {
  const EncoderOptions& o = options_;
  const Var modularity = modularity_loss(tape, assignment, loss_input_, o.modularity);
  const Var collapse = collapse_loss(tape, assignment, o.collapse);
  LossRecord record{scalar(tape, modularity), scalar(tape, collapse), 0.0, 0.0};
  total = add(tape, modularity, collapse, static_cast<T>(o.modularity_weight), static_cast<T>(o.collapse_weight));
  if (o.reconstruction == LossVariant::authors) {
    const Var reconstruction = reconstruction_loss(tape, assignment, loss_input_);
    record.reconstruction = scalar(tape, reconstruction);
    total = add(tape, *total, reconstruction, T(1), static_cast<T>(o.reconstruction_weight));
  } else {
    const auto width = static_cast<std::size_t>(o.sheaf.heads) * static_cast<std::size_t>(o.sheaf.width);
    record.reconstruction = masked_noise(loss_input_, width, noise_.at(static_cast<std::uint64_t>(epoch)), tape.run());
  }
  record.total = o.modularity_weight * record.modularity + o.collapse_weight * record.collapse +
                 o.reconstruction_weight * record.reconstruction;
  return record;
}

template <class T>
double SheafEncoder<T>::score(Tape<T>& tape, Var assignment) const {
  const Var modularity = modularity_loss(tape, assignment, loss_input_, options_.modularity);
  const Var collapse = collapse_loss(tape, assignment, options_.collapse);
  return options_.modularity_weight * scalar(tape, modularity) + options_.collapse_weight * scalar(tape, collapse);
}

template class SheafEncoder<float>;
template class SheafEncoder<double>;

}  // namespace cgsd
