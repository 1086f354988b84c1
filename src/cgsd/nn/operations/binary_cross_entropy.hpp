// Binary cross-entropy on the tape: the mean of −t log σ(x) − (1 − t) log(1 − σ(x)) over all elements of the logits x,
// t one number for all; 1 × 1.
#pragma once

#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var binary_cross_entropy(Tape<T>& tape, Var logits, double target);

}  // namespace cgsd
