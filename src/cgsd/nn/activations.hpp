// Element-wise and row-wise functions on the tape.
//
//   relu(a)                    max(0, a); NaN stays NaN, so that it reaches the loss and is noticed
//   dropout(a, p, stream)      each element 0 with probability p, else divided by 1 − p; element (i, j) depends on
//   stream,
//                              i and j only
//   row_softmax(a)             e^(a_ij − max_i) / Σ_j
#pragma once

#include "cgsd/core/random.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var relu(Tape<T>& tape, Var a);
template <class T>
Var dropout(Tape<T>& tape, Var a, double probability, RandomStream stream);
template <class T>
Var row_softmax(Tape<T>& tape, Var a);

}  // namespace cgsd
