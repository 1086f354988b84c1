// Two graph convolutions in a row, as CCA-SSG, GRACE and NS4GC use them:
//
//   H = f(Ã X W1 + b1),  Z = Ã H W2 + b2, or f of it if the last layer is activated
//
// f is relu, selu, or prelu with one learned slope for both layers. Weights: W1, b1, W2, b2, and the slope (1 × 1) for
// prelu; they come first in a model's list. W1 and W2 are Xavier uniform, biases 0, the slope ¼.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "cgsd/core/options.hpp"
#include "cgsd/learned/random_view.hpp"

namespace cgsd {

enum class ConvolutionActivation { relu, prelu, selu };
constexpr auto enum_names(ConvolutionActivation) {
  return std::array{EnumName<ConvolutionActivation>{ConvolutionActivation::relu, "relu"},
                    EnumName<ConvolutionActivation>{ConvolutionActivation::prelu, "prelu"},
                    EnumName<ConvolutionActivation>{ConvolutionActivation::selu, "selu"}};
}

struct ConvolutionShape {
  std::int32_t hidden = 512;  // columns of H
  std::int32_t width = 512;   // columns of Z
  ConvolutionActivation activation = ConvolutionActivation::relu;
  bool last_activated = false;
};

template <class T>
class ConvolutionEncoder {
 public:
  ConvolutionEncoder(const AttributedGraphView& input, const ConvolutionShape& shape)
      : shape_(shape),
        attributes_(input.attributes, AttributeRows::of_sum_one),
        adjacency_(normalised_adjacency<T>(input.graph, SelfLoops::added)) {}

  std::size_t weights() const { return shape_.activation == ConvolutionActivation::prelu ? 5 : 4; }
  std::vector<Matrix<T>> initial_weights(RandomStream stream) const;
  // Of the graph itself, and of a view, which must outlive the record as this must.
  Var encoded(Tape<T>& tape, std::span<const Var> weights) const;
  Var encoded(Tape<T>& tape, const RandomView<T>& view, std::span<const Var> weights) const;

 private:
  Var layers(Tape<T>& tape, const SparseMatrix<T>& adjacency, Var first, std::span<const Var> weights) const;
  Var activated(Tape<T>& tape, Var a, std::span<const Var> weights) const;

  ConvolutionShape shape_;
  AttributeMatrix<T> attributes_;
  SparseMatrix<T> adjacency_;
};

}  // namespace cgsd
