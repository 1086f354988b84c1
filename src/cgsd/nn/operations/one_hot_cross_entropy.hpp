// Softmax cross-entropy of logits too wide to hold, as many columns as there are nodes: the mean over rows i of
//     −log softmax(x_i) at column targets[i],  x = Z W + b,  every row of Z one-hot, as straight_through makes it.
//
// x then has only c different rows, c the columns of Z: time O(c² · cols + rows · c), memory O(c · cols). The gradients
// are those of the general loss. Z, W and b may all be learned. Targets must outlive the record.
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/nn/tape.hpp"

namespace cgsd {

using Targets = std::span<const std::uint32_t>;

struct LinearLayer {
  Var weights;  // in × out
  Var bias;     // 1 × out
};

template <class T>
Var one_hot_cross_entropy(Tape<T>& tape, Var z, LinearLayer layer, Targets targets);

}  // namespace cgsd
