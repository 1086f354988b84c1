#include "cgsd/learned/convolution_encoder.hpp"

#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/xavier.hpp"

namespace cgsd {
namespace {

// The places of the weights in the list.
constexpr std::size_t kFirst = 0;
constexpr std::size_t kFirstBias = 1;
constexpr std::size_t kSecond = 2;
constexpr std::size_t kSecondBias = 3;
constexpr std::size_t kSlope = 4;

}  // namespace

template <class T>
std::vector<Matrix<T>> ConvolutionEncoder<T>::initial_weights(RandomStream stream) const {
  const auto hidden = static_cast<std::size_t>(shape_.hidden);
  const auto width = static_cast<std::size_t>(shape_.width);
  std::vector<Matrix<T>> out = {Matrix<T>(attributes_.cols(), hidden), Matrix<T>(1, hidden), Matrix<T>(hidden, width),
                                Matrix<T>(1, width)};
  fill_xavier(out[kFirst], 0, hidden, 1.0, stream.at(kFirst));
  fill_xavier(out[kSecond], 0, width, 1.0, stream.at(kSecond));
  if (weights() > kSlope) out.emplace_back(1, 1, std::vector<T>{T(0.25)});
  return out;
}

template <class T>
Var ConvolutionEncoder<T>::activated(Tape<T>& tape, Var a, std::span<const Var> weights) const {
  switch (shape_.activation) {
    case ConvolutionActivation::relu:
      return relu(tape, a);
    case ConvolutionActivation::prelu:
      return prelu(tape, a, weights[kSlope]);
    case ConvolutionActivation::selu:
      break;
  }
  return selu(tape, a);
}

template <class T>
Var ConvolutionEncoder<T>::layers(Tape<T>& tape, const SparseMatrix<T>& adjacency, Var first,
                                  std::span<const Var> weights) const {
  const Var transformed = attributes_.times(tape, first);
  const Var hidden =
      activated(tape, add_row(tape, sparse_product(tape, adjacency, transformed), weights[kFirstBias]), weights);
  const Var gathered = sparse_product(tape, adjacency, product(tape, hidden, weights[kSecond]));
  const Var out = add_row(tape, gathered, weights[kSecondBias]);
  return shape_.last_activated ? activated(tape, out, weights) : out;
}

template <class T>
Var ConvolutionEncoder<T>::encoded(Tape<T>& tape, std::span<const Var> weights) const {
  return layers(tape, adjacency_, weights[kFirst], weights);
}

// A masked column of X is a row of 0 in W1.
template <class T>
Var ConvolutionEncoder<T>::encoded(Tape<T>& tape, const RandomView<T>& view, std::span<const Var> weights) const {
  const Var masked = scale_rows(tape, weights[kFirst], tape.constant(view.attribute_mask));
  return layers(tape, view.adjacency, masked, weights);
}

template class ConvolutionEncoder<float>;
template class ConvolutionEncoder<double>;

}  // namespace cgsd
