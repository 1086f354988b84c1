// Softmax cross-entropy of logits too wide to hold, as many columns as there are nodes: the mean over rows i of
//     −log softmax(x_i) at column targets[i],  x = Z W + b.
//
//   linear_cross_entropy(z, layer, targets)     in tiles, value and gradient; time O(rows · width · cols), memory one
//                                               tile per thread
//   one_hot_cross_entropy(z, layer, targets)    the same number and gradients if every row of Z is one-hot, as
//                                               straight_through makes it: x then has only c different rows, c the
//                                               columns of Z; time O(c² · cols + rows · c), memory O(c · cols)
//
// Z, W and b may all be learned. Targets must outlive the record.
#pragma once

#include "cgsd/nn/operations/cross_entropy.hpp"

namespace cgsd {

struct LinearLayer {
  Var weights;  // in × out
  Var bias;     // 1 × out
};

template <class T>
Var linear_cross_entropy(Tape<T>& tape, Var z, LinearLayer layer, Targets targets);
template <class T>
Var one_hot_cross_entropy(Tape<T>& tape, Var z, LinearLayer layer, Targets targets);

}  // namespace cgsd
