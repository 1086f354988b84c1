// Element-wise and row-wise functions on the tape.
//
//   relu(a)                    max(0, a); NaN stays NaN, so that it reaches the loss and is noticed
//   prelu(a, s)                a if a > 0, else s a with learned slopes s: one (1 × 1), or one per column (1 × cols)
//   elu(a)                     a if a > 0, else e^a − 1
//   selu(a)                    λ a if a > 0, else λ α (e^a − 1) with the λ and α of Klambauer et al. 2017
//   sigmoid(a)                 1 / (1 + e^−a)
//   dropout(a, p, stream)      each element 0 with probability p, else divided by 1 − p; element (i, j) depends on
//                              stream, i and j only
//   row_softmax(a)             e^(a_ij − max_i) / Σ_j
//
// At a kink the slope is the one of the left side.
#pragma once

#include "cgsd/core/random.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var relu(Tape<T>& tape, Var a);
template <class T>
Var prelu(Tape<T>& tape, Var a, Var slopes);
template <class T>
Var elu(Tape<T>& tape, Var a);
template <class T>
Var selu(Tape<T>& tape, Var a);
template <class T>
Var sigmoid(Tape<T>& tape, Var a);
template <class T>
Var dropout(Tape<T>& tape, Var a, double probability, RandomStream stream);
template <class T>
Var row_softmax(Tape<T>& tape, Var a);

}  // namespace cgsd
