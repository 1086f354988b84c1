// Cross-entropies on the tape, each a mean over rows (or elements) as 1 × 1.
//
//   binary_cross_entropy(x, t)           −t log σ(x) − (1 − t) log(1 − σ(x)) over all elements of the logits x;
//                                        t is one number for all, or a matrix of the shape of x
//   softmax_cross_entropy(x, targets)    −log softmax(x_i) at column targets[i]
//
// Targets must outlive the record.
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/nn/tape.hpp"

namespace cgsd {

using Targets = std::span<const std::uint32_t>;

template <class T>
Var binary_cross_entropy(Tape<T>& tape, Var logits, double target);
template <class T>
Var binary_cross_entropy(Tape<T>& tape, Var logits, const Matrix<T>& targets);
template <class T>
Var softmax_cross_entropy(Tape<T>& tape, Var logits, Targets targets);

}  // namespace cgsd
